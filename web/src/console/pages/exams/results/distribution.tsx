import type { ExamStatistics } from '@dxx/contract/calls/staff/exam-results'
import { cx } from '../../../../ui/cx'
import { Segmented } from '../../../../ui/segmented'
import { pointsText } from '../figures'

interface DistributionProps {
  maxScore: number
  passScore: number
  all: ExamStatistics
  classes: readonly (ExamStatistics & { id: string; name: string })[]
  /** Id of the class shown; empty for all. */
  chosen: string
  onChoose(id: string): void
}

/** Number of students in each tenth of the points, with the pass score and the average. */
export function Distribution({ maxScore, passScore, all, classes, chosen, onChoose }: DistributionProps) {
  const shown = classes.find(({ id }) => id === chosen) ?? all
  const most = Math.max(1, ...shown.tenths)
  const at = (tenth: number) => pointsText((maxScore * tenth) / 10)
  const place = (points: number) => `${Math.min(100, (points / maxScore) * 100)}%`
  return (
    <section aria-label="分数分布" className="flex min-w-0 flex-col rounded-card bg-card p-4 desk:p-5">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-15 font-semibold">
          分数分布 <span className="text-12 font-normal text-ink-3">每 {at(1)} 分一段，人数</span>
        </h2>
        {classes.length > 1 && (
          <Segmented
            label="班级"
            value={chosen}
            onChange={onChoose}
            options={[
              { value: '', title: '全部' },
              ...classes.map(({ id, name }) => ({ value: id, title: shortName(name) })),
            ]}
          />
        )}
      </div>
      <div aria-hidden="true" className="relative mt-4 flex-1">
        <div className="flex h-40 gap-1 border-b border-line">
          {shown.tenths.map((count, tenth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: always ten, in a fixed order
            <div key={tenth} className="flex min-w-0 flex-1 flex-col justify-end text-center">
              <span className="tabular-nums text-12 text-ink-2">{count}</span>
              <span
                style={{ height: `${(count / most) * 78}%` }}
                className={cx(
                  'block min-h-0.5 rounded-t-tag',
                  (maxScore * (tenth + 1)) / 10 <= passScore
                    ? 'bg-price/70'
                    : count === most
                      ? 'bg-primary'
                      : 'bg-primary/60',
                )}
              />
            </div>
          ))}
        </div>
        <div className="pointer-events-none absolute inset-x-0 top-0 h-40">
          <span
            style={{ left: place(passScore) }}
            className="absolute -top-4 bottom-0 border-l border-dashed border-ink-3"
          >
            <span className="absolute top-0 right-1 bg-card/80 text-11 whitespace-nowrap text-ink-2">
              及格 {pointsText(passScore)}
            </span>
          </span>
        </div>
        <div className="tabular-nums relative flex h-5 text-11 text-ink-3">
          {shown.tenths.map((_, tenth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: always ten, in a fixed order
            <span key={tenth} className="flex-1">
              {at(tenth)}
            </span>
          ))}
          <span>{at(10)}</span>
        </div>
        {shown.average !== null && (
          <div className="relative h-5">
            <span
              style={{ left: place(shown.average) }}
              className="absolute -translate-x-1/2 text-12 font-semibold whitespace-nowrap"
            >
              ▲ 均分 {pointsText(shown.average)}
            </span>
          </div>
        )}
      </div>
      <table className="sr-only">
        <caption>分数分布</caption>
        <tbody>
          {shown.tenths.map((count, tenth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: always ten, in a fixed order
            <tr key={tenth}>
              <th scope="row">
                {at(tenth)} 到 {at(tenth + 1)} 分
              </th>
              <td>{count} 人</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Shortens 计算机 2401 班 to 2401, since classes usually differ in their number. */
const shortName = (name: string) => /\d{3,}/.exec(name)?.[0] ?? name
