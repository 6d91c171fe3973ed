import type { Clash } from '@dxx/contract/calls/staff/exam-shapes'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { CheckMark } from '../../../kit/check-mark'
import { timeText } from '../../../kit/time'

interface ClashNoticeProps {
  clashes: Clash[]
  /** Label of the check box that accepts the clashes. */
  label: string
  accepted: boolean
  onAccept(accepted: boolean): void
}

/** Lists other exams of the same classes at the same time, with a check box that accepts the clashes. */
export function ClashNotice({ clashes, label, accepted, onAccept }: ClashNoticeProps) {
  if (clashes.length === 0) return null
  return (
    <section aria-label="时间冲突" className="mt-3 rounded-cover bg-amber-soft px-3 py-2.5 text-amber">
      <p className="flex items-center gap-1.5 font-semibold">
        <TriangleAlert size={15} />
        同一时间还有 {clashes.length} 场考试
      </p>
      <ul className="my-1.5 space-y-1">
        {clashes.map((clash) => (
          <li key={clash.id}>
            《{clash.title}》{timeText(clash.startsAt)} 到 {timeText(clash.endsAt)}，{clash.classes.join('、')}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the check mark is the control */}
      <label className="flex min-h-11 items-center gap-2 desk:min-h-6">
        <CheckMark label={label} checked={accepted} onChange={() => onAccept(!accepted)} />
        <span aria-hidden="true">{label}</span>
      </label>
    </section>
  )
}
