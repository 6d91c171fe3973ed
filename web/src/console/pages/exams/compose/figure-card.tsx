import Check from 'lucide-react/icons/check'
import { cx } from '../../../../ui/cx'
import { computeDraftStatistics, type DraftStatistics, difficultyNames } from './draft-figures'
import { goalText } from './goal-text'
import { useOpenDraft } from './use-draft'

const percent = (share: number) => `${Math.round(share * 100)}%`

/** Total points, expected average, difficulties and chapters of the paper, compared with the goal. */
export function FigureCard() {
  const { view } = useOpenDraft()
  const figures = computeDraftStatistics(view.body, view.briefs)
  const { goal } = view.body
  const { text, isMet } = goalText(figures.points, goal.points)
  return (
    <section
      aria-label="试卷概况"
      className="flex shrink-0 flex-wrap items-stretch gap-x-4 gap-y-3 rounded-card bg-card px-4 py-3"
    >
      <div className="min-w-40">
        <p className="text-12 text-ink-3">总分，共 {figures.questions} 题</p>
        <p className="tabular-nums flex items-baseline gap-1 whitespace-nowrap">
          <b className="text-23 leading-tight font-bold">{figures.points}</b>
          {goal.points !== null && <span className="text-ink-3">/ {goal.points} 分</span>}
          <span className={cx('ml-1 flex items-center gap-1 text-12', isMet ? 'text-success' : 'text-amber')}>
            {isMet && text && <Check size={13} />}
            {text}
          </span>
        </p>
        <Expected expected={figures.expected} goal={goal.expected} />
      </div>
      <Difficulties figures={figures} />
      <Chapters figures={figures} />
    </section>
  )
}

function Expected({ expected, goal }: { expected: number | null; goal: number | null }) {
  const off = expected === null || goal === null ? 0 : expected - goal
  const judged = Math.abs(off) <= 0.05 ? '接近目标' : off > 0 ? '比目标容易' : '比目标难'
  return (
    <p className="tabular-nums mt-0.5 text-12 whitespace-nowrap text-ink-3">
      预计得分率 <b className="text-14 font-semibold text-ink">{expected === null ? '–' : percent(expected)}</b>
      {goal !== null && ` / 目标 ${percent(goal)}`}
      {expected !== null && goal !== null && (
        <span className={cx('block', Math.abs(off) <= 0.05 ? 'text-success' : 'text-amber')}>{judged}</span>
      )}
    </p>
  )
}

function Difficulties({ figures: { difficulties } }: { figures: DraftStatistics }) {
  const most = Math.max(1, ...difficulties)
  return (
    <figure className="border-line desk:border-l desk:pl-4">
      <figcaption className="text-12 text-ink-3">题目难度</figcaption>
      <ul className="mt-1 flex h-15 items-end gap-1">
        {difficulties.map((count, at) => (
          <li key={difficultyNames[at]} className="flex w-7 flex-col items-center text-11 text-ink-3">
            <span className="tabular-nums">{count}</span>
            <span
              aria-hidden="true"
              style={{ height: Math.max(3, (count / most) * 26) }}
              className={cx('w-5 rounded-t-[4px]', count === 0 ? 'bg-track' : 'bg-primary')}
            />
            <span className="mt-0.5 whitespace-nowrap">{difficultyNames[at]}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

const shownChapters = 4

function Chapters({ figures: { chapters, points } }: { figures: DraftStatistics }) {
  const rest = chapters.slice(shownChapters)
  return (
    <figure className="min-w-36 flex-1 border-line desk:border-l desk:pl-4">
      <figcaption className="text-12 text-ink-3">章节占分</figcaption>
      <ul className="mt-1 space-y-0.5 text-12">
        {chapters.slice(0, rest.length === 1 ? shownChapters + 1 : shownChapters).map((chapter) => (
          <li key={chapter.id} className="flex items-center gap-2">
            <span className="w-16 truncate" title={chapter.title}>
              {chapter.title}
            </span>
            <span aria-hidden="true" className="h-1.25 min-w-0 flex-1 overflow-hidden rounded-full bg-track">
              <span
                style={{ width: `${points === 0 ? 0 : (chapter.points / points) * 100}%` }}
                className="block h-full rounded-full bg-primary"
              />
            </span>
            <b className="tabular-nums w-8 text-right font-semibold">{Math.round(chapter.points * 10) / 10}</b>
          </li>
        ))}
        {rest.length > 1 && <li className="text-ink-3">还有 {rest.length} 章</li>}
        {chapters.length === 0 && <li className="text-ink-3">还没有题</li>}
      </ul>
    </figure>
  )
}
