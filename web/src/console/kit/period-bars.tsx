import { cx } from '../../ui/cx'

interface PeriodBarsProps {
  title: string
  unit: string
  /** Shown if all values are 0. */
  empty: string
  /** One entry per day or week; the last one is the present. */
  data: readonly { label: string; value: number }[]
}

/** Bar chart by day or week: the present in full colour, a value above the highest bar. Screen readers get a table. */
export function PeriodBars({ title, unit, empty, data }: PeriodBarsProps) {
  const most = Math.max(...data.map(({ value }) => value), 0)
  const ticks = [data[0], data[Math.floor(data.length / 2)], data.at(-1)]
  return (
    <figure className="relative mt-3">
      <p aria-hidden="true" className="h-4 text-right text-11 text-ink-3">
        {most > 0 ? `最高 ${most.toLocaleString('zh-CN')} ${unit}` : empty}
      </p>
      <svg aria-hidden="true" className="block h-16 w-full border-b border-line">
        {data.map(({ label, value }, at) => {
          const height = most > 0 && value > 0 ? Math.max(3, (value / most) * 100) : 0
          return (
            <rect
              key={label}
              x={`${((at + 0.15) / data.length) * 100}%`}
              y={`${100 - height}%`}
              width={`${70 / data.length}%`}
              height={`${height}%`}
              rx="2"
              className={cx(at === data.length - 1 ? 'fill-primary' : 'fill-primary/35')}
            />
          )
        })}
      </svg>
      <div aria-hidden="true" className="mt-1 flex justify-between text-11 text-ink-3">
        {ticks.map((tick) => (
          <span key={tick?.label}>{tick?.label}</span>
        ))}
      </div>
      {/* A clipped table still grows with its rows and would make the page scroll. */}
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <tbody>
            {data.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>
                  {value} {unit}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
