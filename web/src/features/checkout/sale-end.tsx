import { formatChineseTime, formatTimeLeft } from '@dxx/contract/rules/time-from'
import { serverNow } from '../../api/clock'

/** When an item is taken off the shelf and how long it can still be bought; nothing if no end is planned. */
export function SaleEnd({ at }: { at: number | null }) {
  if (at === null) return null
  return (
    <p className="text-12 text-amber">
      {formatChineseTime(at)} 停售，{formatTimeLeft(at, serverNow())}
    </p>
  )
}
