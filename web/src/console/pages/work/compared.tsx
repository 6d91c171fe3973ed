import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { cx } from '../../../ui/cx'

interface ComparedProps {
  name: string
  given: string
  roster: string | null | undefined
  same: boolean
  word?: string
}

/** Row of a table that compares what a student entered with the roster. */
export function Compared({ name, given, roster, same, word = '不同' }: ComparedProps) {
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
