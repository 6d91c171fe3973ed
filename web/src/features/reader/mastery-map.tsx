import type { ChapterRow, CurriculumInfo } from '@dxx/contract/calls/catalogue'
import { useEffect, useState } from 'react'
import { useCall } from '../../api/use-call'
import { pageUrl } from '../../router/page-url'
import { cx } from '../../ui/cx'
import { Empty } from '../../ui/empty'
import { SkeletonRows } from '../../ui/skeleton-shapes'
import { studyHref } from '../catalogue/kinds'
import { successfulCells } from '../code-cell/remembered-output'
import { type MasteryLevel, masteryOf, type PartMastery } from './mastery'

const levels: Record<MasteryLevel, { name: string; look: string; bar: string }> = {
  none: { name: '未开始', look: 'bg-fill text-ink-3', bar: 'bg-track' },
  begun: { name: '在学', look: 'bg-amber-soft text-amber', bar: 'bg-amber' },
  fair: { name: '基本掌握', look: 'bg-primary-soft text-primary', bar: 'bg-primary' },
  good: { name: '已掌握', look: 'bg-success-soft text-success', bar: 'bg-success' },
}
const order = ['good', 'fair', 'begun', 'none'] as const

/** Knowledge map of a textbook: its parts and chapters with the shares that were read, run and passed. */
export function MasteryMap({ info, rows }: { info: CurriculumInfo; rows: readonly ChapterRow[] }) {
  const { data: tests, error, refetch } = useCall('GET /v1/textbooks_test_list', { id: info.id }, { staleTime: 0 })
  const [cells, setCells] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    let isHere = true
    void successfulCells().then((found) => isHere && setCells(found))
    return () => {
      isHere = false
    }
  }, [])
  if (!tests) {
    if (!error) return <SkeletonRows count={4} className="grid gap-3 desk:grid-cols-2" />
    return <Empty type="error" text={error.msg} onRetry={error.decided ? undefined : () => void refetch()} />
  }
  const parts = masteryOf(rows, tests, cells)
  if (parts.length === 0) return <Empty hint="目录正在准备中" />
  return (
    <div className="space-y-3">
      <ul aria-label="掌握程度" className="flex flex-wrap gap-2">
        {order.map((level) => (
          <li key={level} className={cx('rounded-full px-3 py-1 text-12', levels[level].look)}>
            {levels[level].name} {parts.filter((part) => part.level === level).length}
          </li>
        ))}
      </ul>
      <ul aria-label="知识地图" className="grid gap-3 desk:grid-cols-2">
        {parts.map((part) => (
          <li key={part.id}>
            <PartCard part={part} info={info} />
          </li>
        ))}
      </ul>
      <p className="text-12 text-ink-3">以章末测验的最好成绩为准；运行成功的代码只数这台设备上的。</p>
    </div>
  )
}

/** Number at the beginning of a chapter's title, as in 3.2, or its place in the part. */
const numberOf = (title: string, place: number) => /^\d+(\.\d+)*/.exec(title)?.[0] ?? place + 1

function PartCard({ part, info }: { part: PartMastery; info: CurriculumInfo }) {
  const { name, look, bar } = levels[part.level]
  const facts = [
    `读了 ${part.read}%`,
    part.test !== null ? `测验最好 ${part.test}%` : part.hasTest && '测验未做',
    part.cells > 0 && `跑通 ${part.cells} 段代码`,
  ]
  return (
    <section aria-label={part.title} className="h-full rounded-card bg-card p-3.5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-15 font-semibold">{part.title}</h2>
        <span className={cx('shrink-0 rounded-tag px-2 py-0.5 text-12', look)}>{name}</span>
      </div>
      <p className="mt-0.5 text-12 text-ink-3">{facts.filter(Boolean).join(' · ')}</p>
      <ol className="mt-2 flex flex-wrap gap-1.5">
        {part.chapters.map(({ id, title, percent, cells, locked }, place) => (
          <li key={id}>
            <a
              href={studyHref(info, id)}
              title={title}
              aria-label={`${title}，读了 ${percent}%${cells > 0 ? `，跑通 ${cells} 段代码` : ''}${locked ? '，未解锁' : ''}`}
              className="relative grid size-11 place-items-center overflow-hidden rounded-item bg-fill text-12 tabular-nums text-ink-2 hover:bg-track"
            >
              {numberOf(title, place)}
              <span className={cx('absolute bottom-0 left-0 h-1', bar)} style={{ width: `${percent}%` }} />
            </a>
          </li>
        ))}
      </ol>
      <div className="mt-1 flex flex-wrap gap-4">
        {part.next && (
          <a href={studyHref(info, part.next)} className="inline-flex min-h-11 items-center text-13 text-primary">
            {part.read > 0 && part.read < 100 ? '继续读' : part.read >= 100 ? '重读' : '开始读'}
          </a>
        )}
        {part.hasTest && !part.locked && (
          <a
            href={`#${pageUrl('pages/exam/answer', { chapter: part.id })}`}
            className="inline-flex min-h-11 items-center text-13 text-primary"
          >
            {part.test === null ? '做章末测验' : '再测一次'}
          </a>
        )}
      </div>
    </section>
  )
}
