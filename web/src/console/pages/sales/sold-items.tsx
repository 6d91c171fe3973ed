import type { SoldItem } from '@dxx/contract/calls/staff/sales'
import { kindNames } from '../coupons/item-picker'
import { formatPrice } from '../work/money'

/** Items by revenue; a click on an item shows its days. */
export function SoldItems({ items, onItem }: { items: SoldItem[]; onItem(id: string): void }) {
  const cell = 'px-3 py-2 text-right tabular-nums'
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-140">
        <thead className="bg-fill text-12 text-ink-3">
          <tr>
            <th scope="col" className="px-5 py-2 text-left font-normal">
              内容
            </th>
            {['收款笔数', '收款', '退款', '净收入'].map((name) => (
              <th key={name} scope="col" className={`${cell} font-normal`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {items.map((item) => (
            <tr key={item.id}>
              <th scope="row" className="max-w-80 px-5 py-1 text-left font-normal">
                <button
                  type="button"
                  onClick={() => onItem(item.id)}
                  className="flex min-h-11 max-w-full items-center gap-2 text-left hover:text-primary desk:min-h-9"
                >
                  <b className="truncate font-semibold">{item.title}</b>
                  <span className="shrink-0 text-12 text-ink-3">{kindNames[item.kind]}</span>
                </button>
              </th>
              <td className={cell}>{item.payments}</td>
              <td className={cell}>{formatPrice(item.cents)}</td>
              <td className={cell}>{item.refundCents === 0 ? '–' : formatPrice(item.refundCents)}</td>
              <td className={`${cell} pr-5 font-semibold`}>{formatPrice(item.cents - item.refundCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
