import type { ItemParameters, ItemStatistics } from '@dxx/contract/calls/staff/exam-shapes'
import { levelDifficulties, nearestLevel } from '@dxx/contract/rules/item-statistics'
import { cx } from '../../../../ui/cx'
import { timeText } from '../../../kit/time'
import { difficultyNames } from './draft-figures'

const kindNames = { exam: '考试', test: '章节测验', practice: '练习' } as const

const percent = (share: number) => `${Math.round(share * 100)}%`
const ratio = (value: number) => value.toFixed(2)

function secondsText(seconds: number): string {
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} 秒` : `${Math.floor(whole / 60)} 分 ${whole % 60} 秒`
}

interface ItemStatisticsViewProps {
  statistics: ItemStatistics[]
  parameters: ItemParameters | null
  /** Difficulty that the author gave, 1 to 5. */
  level: number
}

/** Statistics of a question from first answers: exams, chapter tests and practice apart; then its calibration. */
export function ItemStatisticsView({ statistics, parameters, level }: ItemStatisticsViewProps) {
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
      {parameters && <Parameters parameters={parameters} level={level} />}
      <p className="text-12 text-ink-3">每人只算第一次作答；括号里是 95% 置信区间。改题发布后重新统计</p>
    </div>
  )
}

/** Half of a 95 % interval in standard errors. */
const z95 = 1.96
/** Above this outfit the answers are noisier than the model allows. */
const noisyFit = 1.5

function Parameters({ parameters, level }: { parameters: ItemParameters; level: number }) {
  const { difficulty, difficultyError, discrimination, discriminationError, outfit, answers, at } = parameters
  const around = (value: number, error: number): FigureProps['range'] => [
    { low: value - z95 * error, high: value + z95 * error },
    ratio,
  ]
  const measured = nearestLevel(difficulty)
  const isSure = Math.abs(difficulty - levelDifficulties[level - 1]!) > z95 * difficultyError
  return (
    <section aria-label="标定">
      <p className="flex items-baseline justify-between gap-2">
        <b className="font-semibold">标定</b>
        <span className="tabular-nums text-12 text-ink-3">
          {answers} 人，{timeText(at)}
        </span>
      </p>
      <dl className="tabular-nums mt-1 space-y-0.5 text-13">
        <Figure name="难度 b" value={ratio(difficulty)} range={around(difficulty, difficultyError)} />
        <Figure name="区分 a" value={ratio(discrimination)} range={around(discrimination, discriminationError)} />
        <Figure name="拟合（应接近 1）" value={ratio(outfit)} bad={outfit > noisyFit} />
      </dl>
      {measured !== level && isSure && (
        <p className="mt-1 text-13 text-ink-2">
          标为“{difficultyNames[level - 1]}”，实际相当于“{difficultyNames[measured - 1]}”
        </p>
      )}
      {outfit > noisyFit && <p className="mt-1 text-13 text-ink-2">作答比预料的杂乱，请检查题目和答案</p>}
      <p className="mt-1 text-12 text-ink-3">难度 0：水平居中的学生得一半分；越大越难</p>
    </section>
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
