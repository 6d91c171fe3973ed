import type { ItemStatistics } from '@dxx/contract/calls/staff/exam-shapes'
import { cx } from '../../../../ui/cx'

const kindNames = { exam: '考试', test: '章节测验', practice: '练习' } as const

const percent = (share: number) => `${Math.round(share * 100)}%`
const ratio = (value: number) => value.toFixed(2)

function secondsText(seconds: number): string {
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} 秒` : `${Math.floor(whole / 60)} 分 ${whole % 60} 秒`
}

/** Statistics of a question from first answers: exams, chapter tests and practice apart. */
export function ItemStatisticsView({ statistics }: { statistics: ItemStatistics[] }) {
  if (statistics.length === 0) return <p className="text-ink-3">还没有人答过这个版本</p>
  return (
    <div className="space-y-3.5">
      {statistics.map((one) => (
        <section key={one.kind} aria-label={`${kindNames[one.kind]}里的第一次作答`}>
          <p className="flex items-baseline justify-between gap-2">
            <b className="font-semibold">{kindNames[one.kind]}</b>
            <span className="tabular-nums text-12 text-ink-3">{one.answers} 人</span>
          </p>
          <dl className="tabular-nums mt-1 space-y-0.5 text-13">
            <Figure name="得分率" value={percent(one.share)} range={[one.interval, percent]} />
            {one.discrimination !== null && (
              <Figure
                name="区分度"
                value={ratio(one.discrimination)}
                range={one.discriminationInterval && [one.discriminationInterval, ratio]}
                bad={one.discrimination < 0}
              />
            )}
            {one.medianSeconds !== null && <Figure name="用时的中位数" value={secondsText(one.medianSeconds)} />}
          </dl>
          <Options options={one.options} />
        </section>
      ))}
      <p className="text-12 text-ink-3">每人只算第一次作答；括号里是 95% 置信区间。改题发布后重新统计</p>
    </div>
  )
}

interface FigureProps {
  name: string
  value: string
  range?: [{ low: number; high: number }, (value: number) => string] | null
  bad?: boolean
}

function Figure({ name, value, range, bad }: FigureProps) {
  return (
    <div className="flex items-baseline justify-between gap-2">
      <dt className="text-ink-2">{name}</dt>
      <dd className="text-right">
        <span className={cx('font-semibold', bad && 'text-danger')}>{value}</span>
        {range && (
          <span className="text-12 text-ink-3">
            （{range[1](range[0].low)} 至 {range[1](range[0].high)}）
          </span>
        )}
      </dd>
    </div>
  )
}

function Options({ options }: { options: ItemStatistics['options'] }) {
  if (options.length === 0) return null
  return (
    <ul aria-label="各选项的选择率" className="mt-1.5 space-y-1">
      {options.map(({ part, label, text, right, share }) => (
        <li key={`${part} ${label}`} className="flex items-center gap-2 text-12" title={text}>
          <span
            className={cx(
              'grid h-5 min-w-5 shrink-0 place-items-center rounded-tag px-1',
              right ? 'bg-primary text-on-primary' : 'bg-fill text-ink-2',
            )}
          >
            {part !== null && `${part + 1}.`}
            {label}
            {right && <span className="sr-only">（正确）</span>}
          </span>
          <span className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-fill">
            <span
              className={cx('block h-full rounded-full', right ? 'bg-primary' : 'bg-ink-3')}
              style={{ width: percent(share) }}
            />
          </span>
          <span className="tabular-nums w-9 shrink-0 text-right">{percent(share)}</span>
        </li>
      ))}
    </ul>
  )
}
