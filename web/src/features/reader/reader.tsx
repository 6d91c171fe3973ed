import { type Target, targetRange } from './target'
import './reader.css'
import type { ChapterRow, CurriculumInfo } from '@dxx/contract/calls/catalogue'
import { ResponseCode } from '@dxx/contract/envelope'
import { type ReactNode, useEffect, useRef } from 'react'
import { useCall } from '../../api/use-call'
import { usePageTitle } from '../../router/page-context'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { useStore } from '../../state/store'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { OfflineBanner } from '../../ui/offline-banner'
import { SkeletonText } from '../../ui/skeleton-shapes'
import { useSideRoom } from '../../ui/use-side-room'
import { kindCalls } from '../catalogue/kind-calls'
import { curriculumKinds } from '../catalogue/kinds'
import { curriculumShareCard, useShareCard } from '../share/share-card'
import { TopBar } from './bars'
import { ChapterScreen } from './chapter-screen'
import type { TextKind } from './kinds'
import { useStopOnLeave } from './listen/use-listening'
import { ClosedContents } from './panels/closed-contents'
import { Paywall } from './paywall'
import { readStoredPosition } from './progress/stored-position'
import { useNewestPosition } from './progress/use-newest-position'
import type { Opened } from './progress/use-position-elsewhere'
import { parseTextRange } from './read-url'
import type { TextIndex } from './text/text-index'
import { themeOf } from './theme'
import { useChapter, usePrefetch } from './use-chapter'

const look = 'reader absolute inset-0 flex flex-col overflow-hidden print:static print:overflow-visible'

/** Opens a book at the chapter, paragraph and range in the URL (`?id=&chapter=&pid=&at=`) or at the last position. */
export function Reader({ kind }: { kind: TextKind }) {
  const [query, change] = usePageQuery()
  const id = query.id ?? ''
  useStopOnLeave()
  const desktop = useSideRoom()
  // A URL without a chapter opens the last position, which another device may have changed since the last response.
  const resumes = query.chapter === undefined
  const info = useCall(kindCalls[kind].info, { id }, { enabled: id !== '', supporting: true })
  const contents = useCall(kindCalls[kind].chapters, { id }, { enabled: id !== '', supporting: true })
  const settled = useNewestPosition(id, resumes, info.refetch)
  const known = (info.data !== undefined || info.error !== null) && settled
  const chapterId = query.chapter ?? (known ? firstChapter(id, info.data, contents.data) : undefined)
  const { chapter, error, retry } = useChapter(kind, chapterId)
  usePrefetch(kind, chapter?.next)
  const rows = contents.data ?? []
  const row = rows.find((one) => one.id === chapterId)
  usePageTitle(chapter?.title ?? row?.title)
  useShareCard(curriculumShareCard(info.data, chapter?.title ?? row?.title))

  // Adds the chapter to the URL, so that a reload and a shared link open that chapter.
  const resumed = useRef<string>(undefined)
  useEffect(() => {
    if (query.chapter || !chapterId) return
    resumed.current = chapterId
    change({ chapter: chapterId })
  })

  // Drops `at=start` once the chapter is open, so that a reload opens the last position.
  useEffect(() => {
    if (query.at === 'start' && chapter) change({ at: undefined })
  })

  const target = useRef<{ chapterId: string; to: Target } | null>(null)
  function open(next: string, to: Target = 'start') {
    target.current = { chapterId: next, to }
    change({ chapter: next, pid: undefined, at: undefined })
  }

  function start(index: TextIndex): { start: number | 'end'; end: number; why: Opened } {
    const { current } = target
    const openedTarget = current && current.chapterId === chapterId ? current.to : null
    target.current = null
    const to = openedTarget ?? (query.at === 'start' ? ('start' as const) : null)
    if (to) return { ...targetRange(index, to), why: 'place' }
    if (query.pid) return { ...targetRange(index, { pid: query.pid, ...parseTextRange(query.at) }), why: 'passage' }
    const left = readStoredPosition(id)
    const newer = left && left.chapterId === chapterId && left.at >= (chapter?.progress?.updatedAt ?? 0)
    const locator = newer ? left.locator : chapter?.progress?.locator
    const place = locator ? targetRange(index, { locator }) : null
    return { start: place?.start ?? 0, end: 0, why: resumed.current === chapterId ? 'book' : 'chapter' }
  }

  if (chapter && chapter.html !== null) {
    return (
      <ReaderFrame>
        <ChapterScreen kind={kind} chapter={chapter} rows={rows} start={start} onOpen={open} />
      </ReaderFrame>
    )
  }
  const lost = id === '' || (known && contents.data !== undefined && chapterId === undefined)
  const problem = error ?? (chapterId ? null : (info.error ?? contents.error))
  return (
    <ReaderFrame>
      <OfflineBanner />
      <TopBar title={(!desktop && row?.title) || (info.data?.title ?? '')} shown desktop />
      <div className="flex min-h-0 flex-1">
        {/* Already while the first chapter is being found, so that the text does not move to the right later. */}
        {desktop && (chapterId || !(lost || problem)) && (
          <ClosedContents kind={kind} id={id} rows={rows} current={chapterId ?? ''} onChapter={open} />
        )}
        <div className="min-h-0 flex-1 overflow-y-auto">
          {error?.code === ResponseCode.purchase ? (
            <Paywall
              title={row?.title ?? '这一章'}
              info={info.data}
              trial={trialOf(rows, info.data, chapterId, open)}
            />
          ) : lost ? (
            <Empty text="没有找到要读的内容，去书城看看吧">
              <a href={`#${pageUrl(curriculumKinds[kind].index)}`} className={buttonClass()}>
                去书城
              </a>
            </Empty>
          ) : problem && !problem.shown ? (
            <Empty
              type="error"
              text={problem.msg}
              onRetry={problem.decided ? undefined : () => (error ? retry() : void info.refetch())}
            />
          ) : (
            <div className="mx-auto max-w-160 px-5 pt-6">
              <SkeletonText lines={14} />
            </div>
          )}
        </div>
      </div>
    </ReaderFrame>
  )
}

function ReaderFrame({ children }: { children: ReactNode }) {
  const bgColor = useStore((state) => state.bgColor)
  return (
    <div data-reader-theme={themeOf(bgColor)} className={look}>
      {children}
    </div>
  )
}

/** Returns the chapter read last on any device, otherwise the first chapter with text. */
function firstChapter(
  id: string,
  info: CurriculumInfo | undefined,
  rows: ChapterRow[] | undefined,
): string | undefined {
  const left = readStoredPosition(id)
  const progress = info?.progress
  if (left && left.at >= (progress?.updatedAt ?? 0)) return left.chapterId
  return progress?.chapterId ?? rows?.find(({ kind }) => kind !== 'part')?.id
}

function trialOf(
  rows: ChapterRow[],
  info: CurriculumInfo | undefined,
  current: string | undefined,
  open: (id: string) => void,
): (() => void) | undefined {
  const free = info?.trialChapterId ?? rows.find((one) => one.free && one.kind === 'text')?.id
  return free && free !== current ? () => open(free) : undefined
}
