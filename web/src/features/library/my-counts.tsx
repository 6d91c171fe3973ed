import { formatNumber } from '@dxx/contract/rules/format'
import { type CallData, useCall } from '../../api/use-call'

type Counts = CallData<'GET /v1/my_counts'>

const columns = [
  { name: '收藏', href: '#/pages/my/collect', of: ({ favourites }: Counts) => favourites },
  { name: '笔记', href: '#/pages/my/notes', of: ({ notes }: Counts) => notes },
  { name: '浏览', href: '#/pages/my/browse', of: ({ browsed }: Counts) => browsed },
  { name: '兑换券', href: '#/pages/exchange/record', of: ({ coupons }: Counts) => coupons },
]

/** Counts on 我的, each linked to its list. Guests see the labels without numbers. */
export function MyCounts() {
  const { data } = useCall('GET /v1/my_counts', {}, { staleTime: 0 })
  return (
    <ul className="grid grid-cols-4 rounded-card bg-card py-2">
      {columns.map(({ name, href, of }) => (
        <li key={name}>
          <a href={href} className="flex min-h-14 flex-col items-center justify-center rounded-item active:bg-fill">
            <span className="tabular-nums text-19 leading-tight font-bold">{data ? formatNumber(of(data)) : '–'}</span>
            <span className="text-12 text-ink-3">{name}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
