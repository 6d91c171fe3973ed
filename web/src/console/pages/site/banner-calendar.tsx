import type { StaffBanner } from '@dxx/contract/calls/staff/site-content'
import { formatDate } from '@dxx/contract/rules/time-from'
import { useMemo } from 'react'
import { useDesktop } from '../../../ui/use-media'
import { planDays } from './banner-days'

const weekdays = ['日', '一', '二', '三', '四', '五', '六']
/** Formats a day: 11 月 20 日. */
const dayText = (seconds: number) => {
  const [, month, day] = formatDate(seconds).split('-').map(Number)
  return `${month} 月 ${day} 日`
}

interface BannerCalendarProps {
  banners: readonly StaffBanner[]
  onOpen(banner: StaffBanner): void
}

/** Calendar that shows each banner on the coming days; days without a banner stand out. */
export function BannerCalendar({ banners, onOpen }: BannerCalendarProps) {
  const count = useDesktop() ? 28 : 14
  const now = Math.floor(Date.now() / 1000)
  const { days, bars, counts, gaps } = useMemo(() => planDays(banners, now, count), [banners, now, count])
  const isGap = (i: number) => gaps.some(({ from, to }) => from <= i && i <= to)
  const columns = { gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))` }
  return (
    <section aria-label="日历" className="border-b border-line px-5 pt-2 pb-4">
      <h2 className="text-15 font-semibold">
        {dayText(days[0]!)} 至 {dayText(days.at(-1)!)}
      </h2>
      <p className={gaps.length > 0 ? 'pt-0.5 text-12 text-amber' : 'pt-0.5 text-12 text-ink-3'}>
        {gaps.length > 0
          ? `空档：${gaps.map(({ from, to }) => (from === to ? dayText(days[from]!) : `${dayText(days[from]!)} 至 ${dayText(days[to]!)}`)).join('、')}，首页最上面会是空的`
          : `每天都有轮播图，最多的一天 ${Math.max(...counts)} 张`}
      </p>
      <div className="relative pt-2">
        <div aria-hidden="true" className="grid" style={columns}>
          {days.map((day, i) => (
            <span
              key={day}
              className={`text-center text-12 leading-tight ${isGap(i) ? 'rounded-t-item bg-amber-soft text-amber' : 'text-ink-3'}`}
            >
              <span className="block max-desk:hidden">{weekdays[new Date((day + 8 * 3600) * 1000).getUTCDay()]}</span>
              {Number(formatDate(day).slice(8))}
            </span>
          ))}
        </div>
        <div aria-hidden="true" className="absolute inset-x-0 top-2 bottom-0 grid" style={columns}>
          {days.map((day, i) => (
            <span
              key={day}
              className={isGap(i) ? 'rounded-item bg-amber-soft/60' : i % 7 === 0 ? 'border-l border-line' : ''}
            />
          ))}
        </div>
        <ol className="relative space-y-1 pt-1.5">
          {bars.map(({ id, title, from, to, isCut }) => (
            <li key={id} className="grid" style={columns}>
              <button
                type="button"
                onClick={() => onOpen(banners.find((banner) => banner.id === id)!)}
                style={{ gridColumn: `${from + 1} / ${to + 2}` }}
                className={`min-h-11 min-w-0 truncate bg-primary-soft px-2 text-left text-12 text-primary hover:underline desk:min-h-7 ${isCut.start ? '' : 'rounded-l-item'} ${isCut.end ? '' : 'rounded-r-item'}`}
              >
                {title}
                <span className="sr-only">
                  ，{isCut.start ? '已开始' : `${dayText(days[from]!)} 开始`}，
                  {isCut.end ? '之后继续' : `${dayText(days[to]!)} 结束`}
                </span>
              </button>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
