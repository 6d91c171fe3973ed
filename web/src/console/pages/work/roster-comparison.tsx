import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { cx } from '../../../ui/cx'

interface RosterComparisonProps {
  /** What the student entered. */
  given: { name: string; studentNo: string; className: string }
  /** The row of the roster with this student number. */
  roster: { name: string; className: string; claimedBy: { nickname: string; mobile: string } | null } | null
}

/** Table that compares what a student entered with the roster of the school. */
export function RosterComparison({ given, roster }: RosterComparisonProps) {
  const rows = [
    { name: '姓名', given: given.name, roster: roster?.name },
    { name: '学号', given: given.studentNo, roster: roster && given.studentNo },
    { name: '班级', given: given.className, roster: roster?.className },
  ]
  const claimed = roster?.claimedBy
  return (
    <table className="w-full text-left">
      <thead className="text-12 text-ink-3">
        <tr>
          {['字段', '学生填写', '学校名册', '结果'].map((head) => (
            <th key={head} scope="col" className="py-1.5 font-normal">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ComparedField key={row.name} {...row} same={row.given === row.roster} />
        ))}
        {claimed && (
          <ComparedField
            name="认领"
            given="本账号"
            roster={`${claimed.nickname} ${claimed.mobile}`}
            same={false}
            word="冲突"
          />
        )}
      </tbody>
    </table>
  )
}

interface ComparedFieldProps {
  name: string
  given: string
  roster: string | null | undefined
  same: boolean
  word?: string
}

/** One field of the comparison; `word` is shown if the two values differ. */
function ComparedField({ name, given, roster, same, word = '不同' }: ComparedFieldProps) {
  return (
    <tr className={cx('border-t border-line', !same && roster && 'bg-amber-soft')}>
      <th scope="row" className="px-1 py-2 font-normal text-ink-3">
        {name}
      </th>
      <td className="py-2">{given}</td>
      <td className="py-2">{roster ?? '–'}</td>
      <td className="py-2">
        {same ? (
          <span className="inline-flex items-center gap-1 text-success">
            <Check size={14} />
            一致
          </span>
        ) : (
          roster && (
            <span className="inline-flex items-center gap-1 text-amber">
              <TriangleAlert size={14} />
              {word}
            </span>
          )
        )}
      </td>
    </tr>
  )
}
