import { cx } from './cx'

interface ChartPoint {
  label: string
  value: number
}

export interface ChartProps {
  /** Title of the chart: 本周学习时长. */
  title: string
  unit: string
  data: readonly ChartPoint[]
  /** True for a chart on a blue card instead of a white one. */
  onPrimary?: boolean
}

/** Chart data as a table for screen readers. */
function ChartTable({ title, unit, data }: ChartProps) {
  return (
    <table className="sr-only">
      <caption>{title}</caption>
      <tbody>
        {data.map((point) => (
          <tr key={point.label}>
            <th scope="row">{point.label}</th>
            <td>
              {point.value} {unit}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Bar chart with labels below the bars; the last bar, today, is emphasised. */
export function BarChart(props: ChartProps) {
  const { data, onPrimary } = props
  const most = Math.max(1, ...data.map((point) => point.value))
  return (
    <figure>
      <div aria-hidden="true" className="grid h-16 auto-cols-fr grid-flow-col justify-items-center desk:h-24">
        {data.map((point, index) => {
          // Minimum height for empty days, so that the row stays readable.
          const height = Math.max(4, (point.value / most) * 100)
          const today = index === data.length - 1
          return (
            // One SVG per bar, because a single SVG that is stretched to the width would widen the bars.
            <svg key={point.label} aria-hidden="true" className="h-full w-3/4 max-w-9">
              <rect
                y={`${100 - height}%`}
                width="100%"
                height={`${height}%`}
                rx="3"
                className={cx(today ? 'fill-amber' : onPrimary ? 'fill-white/35' : 'fill-primary/35')}
              />
            </svg>
          )
        })}
      </div>
      <div
        aria-hidden="true"
        className={cx(
          'mt-1 grid auto-cols-fr grid-flow-col text-center text-11',
          onPrimary ? 'text-white' : 'text-ink-3',
        )}
      >
        {data.map((point) => (
          <span key={point.label}>{point.label}</span>
        ))}
      </div>
      <ChartTable {...props} />
    </figure>
  )
}

/** Line chart over time, with the lowest and highest value at its side. */
export function LineChart(props: ChartProps) {
  const { data, unit } = props
  const values = data.map((point) => point.value)
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)]
  const x = (index: number) => (data.length < 2 ? 50 : (index / (data.length - 1)) * 100)
  const y = (value: number) => 58 - ((value - low) / (high - low)) * 52
  const line = data
    .map((point, index) => `${index ? 'L' : 'M'}${x(index).toFixed(2)} ${y(point.value).toFixed(2)}`)
    .join('')
  const labels = data.length > 2 ? [data[0], data[Math.floor(data.length / 2)], data[data.length - 1]] : data
  return (
    <figure>
      <p aria-hidden="true" className="mb-1 text-right text-11 text-ink-3">
        最高 {high} {unit}
      </p>
      <svg
        aria-hidden="true"
        viewBox="0 0 100 60"
        preserveAspectRatio="none"
        className="block h-28 w-full overflow-visible"
      >
        {[6, 32, 58].map((height) => (
          <path key={height} d={`M0 ${height}H100`} className="stroke-line" vectorEffect="non-scaling-stroke" />
        ))}
        {data.length > 1 && <path d={`${line}V58H0Z`} className="fill-primary/10" />}
        <path
          d={line}
          fill="none"
          className="stroke-primary"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
        {data.map((point, index) => (
          // A point is a zero-length path with round caps, which stays round however the SVG is stretched.
          <path
            key={point.label}
            d={`M${x(index)} ${y(point.value)}h.01`}
            className="stroke-primary"
            strokeWidth="7"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <div aria-hidden="true" className="mt-1.5 flex justify-between text-11 text-ink-3">
        {labels.map((point) => (
          <span key={point?.label}>{point?.label}</span>
        ))}
      </div>
      <ChartTable {...props} />
    </figure>
  )
}
