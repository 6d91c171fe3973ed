import type { ChapterRow, CurriculumInfo } from '@dxx/contract/calls/catalogue'
import Check from 'lucide-react/icons/check'
import Lock from 'lucide-react/icons/lock'
import { pageUrl } from '../../router/page-url'
import { cx } from '../../ui/cx'
import { Empty } from '../../ui/empty'
import { Progress } from '../../ui/progress'
import { studyHref } from '../catalogue/kinds'

/** A part of the book with its chapters; `head` is null for chapters before the first part. */
interface Part {
  head: ChapterRow | null
  chapters: ChapterRow[]
}

function partsOf(rows: readonly ChapterRow[]): Part[] {
  const parts: Part[] = []
  for (const row of rows) {
    if (row.kind === 'part') parts.push({ head: row, chapters: [] })
    else if (parts.length > 0) parts.at(-1)!.chapters.push(row)
    else parts.push({ head: null, chapters: [row] })
  }
  return parts
}

/** Chapters of a textbook in wide windows: a card per part, in two columns. */
export function StudyChapters({ info, rows }: { info: CurriculumInfo; rows: readonly ChapterRow[] }) {
  if (rows.length === 0) return <Empty hint="目录正在准备中" />
  return (
    <ul className="grid grid-cols-2 items-start gap-4">
      {partsOf(rows).map((part) => (
        // Parts far from the window are not laid out: a book may have hundreds.
        <li key={part.head?.id ?? ''} className="[contain-intrinsic-size:auto_18rem] [content-visibility:auto]">
          <PartCard part={part} info={info} />
        </li>
      ))}
    </ul>
  )
}

function PartCard({ part: { head, chapters }, info }: { part: Part; info: CurriculumInfo }) {
  const percent = chapters.reduce((sum, row) => sum + (row.done ? 100 : row.percent), 0) / Math.max(1, chapters.length)
  return (
    <section aria-label={head?.title ?? '开始之前'} className="rounded-card bg-card p-4">
      <h2 className="text-15 font-bold">{head?.title ?? '开始之前'}</h2>
      <div className="mt-1.5 flex items-center gap-2.5">
        <Progress value={Math.round(percent)} label={`${head?.title ?? '开始之前'}的进度`} />
        <span className="shrink-0 text-12 tabular-nums text-ink-3">{Math.round(percent)}%</span>
      </div>
      <ul className="mt-2">
        {chapters.map((row) => (
          <li key={row.id}>
            <ChapterLink row={row} info={info} />
          </li>
        ))}
      </ul>
      {head?.test && (
        <a
          href={`#${pageUrl('pages/exam/answer', { chapter: head.id })}`}
          className="mt-1 inline-flex min-h-11 items-center text-13 text-primary"
        >
          章末测验<span className="sr-only">：{head.title}</span>
        </a>
      )}
    </section>
  )
}

function ChapterLink({ row, info }: { row: ChapterRow; info: CurriculumInfo }) {
  const isHere = info.progress?.chapterId === row.id && !row.done
  const note = row.done ? '' : row.percent > 0 ? `${row.percent}%` : row.minutes > 0 ? `${row.minutes} 分钟` : ''
  return (
    <a
      href={studyHref(info, row.id)}
      style={{ paddingLeft: 8 + Math.max(0, row.depth - 1) * 14 }}
      className={cx(
        '-mx-2 flex min-h-11 items-center gap-2 rounded-item pr-2 text-14 hover:bg-fill',
        isHere && 'font-semibold text-primary',
        row.locked && 'text-ink-3',
      )}
    >
      <span className="min-w-0 flex-1">
        {row.kind === 'expand' && <span className="text-12 text-ink-3">拓展 · </span>}
        {row.title}
      </span>
      <span className="shrink-0 text-12 tabular-nums text-ink-3">{isHere ? '上次学到' : note}</span>
      {row.done && <Check role="img" aria-label="已学完" size={16} className="shrink-0 text-success" />}
      {row.locked && <Lock role="img" aria-label="未解锁" size={14} className="shrink-0" />}
    </a>
  )
}
