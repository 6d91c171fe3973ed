import type { WorkEvent } from '@dxx/contract/calls/staff/work'
import { timeText } from '../../kit/time'

/** Events of a work item, newest first; the last row is its arrival. */
export function ItemHistory({ history, openedAt }: { history: WorkEvent[]; openedAt: number }) {
  const steps = [
    ...history.map(({ id, at, actor, callName, reason }) => ({
      id: String(id),
      at,
      who: actor,
      text: callName,
      reason,
    })),
    { id: 'opened', at: openedAt, who: '系统', text: '进入工作台', reason: '' },
  ]
  return (
    <section aria-label="经过">
      <h3 className="mb-1.5 text-15 font-semibold">经过</h3>
      <ol className="relative space-y-2.5 pl-5 before:absolute before:top-2 before:bottom-3 before:left-1.25 before:w-px before:bg-line">
        {steps.map((step, at) => (
          <li
            key={step.id}
            className={`relative before:absolute before:top-1.75 before:-left-4.5 before:size-1.75 before:rounded-full ${at === 0 ? 'before:bg-primary' : 'before:bg-control'}`}
          >
            <b className="font-semibold">{step.who}</b> {step.text}
            {step.reason && <span className="text-ink-2">：{step.reason}</span>}
            <span className="block text-12 text-ink-3">{timeText(step.at)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
