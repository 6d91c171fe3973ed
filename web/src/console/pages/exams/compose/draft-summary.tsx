import type { DraftCheck } from '@dxx/contract/calls/staff/exam-drafts'
import Settings from 'lucide-react/icons/settings-2'
import { ConsoleButton } from '../../../kit/button'
import { timeText } from '../../../kit/time'
import { Checks } from './checks'
import { useOpenDraft } from './use-draft'

interface DraftSummaryProps {
  check: DraftCheck | undefined
  onSettings(): void
}

/** Time, classes and checks of the draft under the paper on phones, where the settings are in a drawer. */
export function DraftSummary({ check, onSettings }: DraftSummaryProps) {
  const { startsAt, endsAt, durationMinutes } = useOpenDraft().view.body
  return (
    <section aria-label="时间和班级" className="rounded-card bg-card px-4 py-3.5 text-ink-2">
      <div className="mb-3 flex items-center gap-3">
        <p className="min-w-0 flex-1">
          {startsAt === null ? '还没有时间' : timeText(startsAt)}
          {endsAt !== null && ` 到 ${timeText(endsAt)}`}
          {durationMinutes !== null && `，${durationMinutes} 分钟`}
          <span className="block">{check && (check.classes.map(({ name }) => name).join('、') || '还没有班级')}</span>
        </p>
        <ConsoleButton size="small" icon={<Settings size={15} />} onClick={onSettings}>
          改设置
        </ConsoleButton>
      </div>
      <Checks check={check} />
    </section>
  )
}
