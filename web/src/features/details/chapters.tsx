import type { ChapterRow, CurriculumInfo } from '@dxx/contract/calls/catalogue'
import { parseAmount } from '@dxx/contract/rules/amount'
import { formatClock } from '@dxx/contract/rules/format'
import Check from 'lucide-react/icons/check'
import Lock from 'lucide-react/icons/lock'
import { useCall } from '../../api/use-call'
import { openPage } from '../../router/navigation'
import { pageUrl } from '../../router/page-url'
import { showModal } from '../../state/store'
import { cx } from '../../ui/cx'
import { Empty } from '../../ui/empty'
import { VirtualList } from '../../ui/paging/virtual-list'
import { Skeleton } from '../../ui/skeleton'
import { Tag } from '../../ui/tag'
import { kindCalls } from '../catalogue/kind-calls'
import { curriculumKinds, studyHref } from '../catalogue/kinds'
import { track } from '../tracking/track'

/** Table of contents with free, completed and locked chapters. */
export function Chapters({ info }: { info: CurriculumInfo }) {
  const { data, error, refetch } = useCall(kindCalls[info.kind].chapters, { id: info.id })
  if (!data) return error ? <Empty type="error" text={error.msg} onRetry={() => void refetch()} /> : <Waiting />
  if (data.length === 0) return <Empty hint="目录正在准备中" />
  return (
    <VirtualList
      className="rounded-card desk:bg-card desk:px-5 desk:py-2"
      items={rowsOf(info, data)}
      itemKey={({ id }) => id}
      estimate={62}
      renderItem={(row) => (row.kind === 'part' ? <Part row={row} info={info} /> : <Chapter row={row} info={info} />)}
    />
  )
}

/** Makes the chapters of a bank openable: the server returns them as headings, because they contain no text. */
function rowsOf({ kind, owned }: CurriculumInfo, rows: ChapterRow[]): ChapterRow[] {
  return kind === 'bank' ? rows.map((row) => ({ ...row, kind: 'text', locked: !owned })) : rows
}

function Part({ row, info }: { row: ChapterRow; info: CurriculumInfo }) {
  const look = '-my-2 flex min-h-11 shrink-0 items-center text-13 text-primary'
  return (
    <div className="flex items-center justify-between gap-3 pt-4 pb-1.5">
      <h2 className="min-w-0 text-15 font-bold">{row.title}</h2>
      {row.test &&
        (info.owned ? (
          <a href={`#${pageUrl('pages/exam/answer', { chapter: row.id })}`} className={look}>
            章末测验<span className="sr-only">：{row.title}</span>
          </a>
        ) : (
          <button type="button" onClick={() => void offer(info)} className={look}>
            章末测验<span className="sr-only">：{row.title}</span>
          </button>
        ))}
    </div>
  )
}

function noteOf({ kind, durationSeconds, minutes, done, percent }: ChapterRow): string {
  const size = kind === 'video' ? `视频 ${formatClock(durationSeconds)}` : minutes > 0 ? `约 ${minutes} 分钟` : ''
  const state = done ? (kind === 'video' ? '已看完' : '已学完') : percent > 0 ? `学到 ${percent}%` : ''
  return [kind === 'expand' && '拓展', size, state].filter(Boolean).join(' · ')
}

function Chapter({ row, info }: { row: ChapterRow; info: CurriculumInfo }) {
  const look = 'hover-row hairline-b flex min-h-14 w-full items-center gap-3 py-2.5 text-left -outline-offset-2'
  const note = noteOf(row)
  const here = info.progress?.chapterId === row.id && !row.done
  const inside = (
    <>
      <span style={{ paddingLeft: Math.max(0, row.depth - 1) * 16 }} className="min-w-0 flex-1">
        <span className={cx('block text-14', here && 'font-semibold text-primary')}>{row.title}</span>
        {note && <span className="block text-12 text-ink-3">{note}</span>}
      </span>
      <StateIcon row={row} owned={info.owned} trial={curriculumKinds[info.kind].trial} here={here} />
    </>
  )
  if (row.locked) {
    return (
      <button type="button" className={look} onClick={() => void offer(info)}>
        {inside}
      </button>
    )
  }
  return (
    <a href={studyHref(info, row.id)} className={look}>
      {inside}
    </a>
  )
}

function StateIcon({ row, owned, trial, here }: { row: ChapterRow; owned: boolean; trial: string; here: boolean }) {
  if (row.done) return <Check role="img" aria-label="已完成" size={18} className="shrink-0 text-success" />
  if (here) return <Tag>上次学到</Tag>
  if (row.locked) return <Lock role="img" aria-label="未解锁" size={16} className="shrink-0 text-ink-3" />
  return row.free && !owned ? <Tag>{trial}</Tag> : null
}

/** Handles a tap on a locked chapter: explains the lock and offers the purchase. */
async function offer({ id, title, amount }: CurriculumInfo): Promise<void> {
  const verb = parseAmount(amount).pay > 0 ? '购买' : '领取'
  const answer = await showModal({ content: `${verb}《${title}》后即可学习全部内容`, confirmText: `去${verb}` })
  if (answer !== 'confirm') return
  track('buy-click', id)
  void openPage(pageUrl('pages/buy/confirm', { id }))
}

function Waiting() {
  return (
    <div aria-hidden="true">
      <Skeleton className="mt-4 mb-3 h-5 w-28" />
      {[0, 1, 2, 3, 4].map((place) => (
        <div key={place} className="hairline-b space-y-2 py-3">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-3 w-24" />
        </div>
      ))}
    </div>
  )
}
