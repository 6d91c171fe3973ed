import type { ChapterRow, CurriculumInfo } from '@dxx/contract/calls/catalogue'
import type { Chapter } from '@dxx/contract/calls/study'
import { withMedia } from '@dxx/contract/rules/media'
import WifiOff from 'lucide-react/icons/wifi-off'
import { type RefObject, useMemo, useRef } from 'react'
import { callApi } from '../../api/client'
import { usePagedCall } from '../../api/use-paged-call'
import { usePageQuery } from '../../router/page-query'
import { Empty } from '../../ui/empty'
import { Prose } from '../../ui/prose'
import { TabPanel, Tabs } from '../../ui/tabs'
import { useDesktop } from '../../ui/use-media'
import { DiscussList } from '../community/discuss-list'
import { unsentSecond } from '../heartbeats/heartbeats'
import type { OfflineChapter } from '../offline/offline-store'
import { offlineFile } from '../offline/open-offline'
import { Player } from '../player/player'
import { ChapterList } from './chapter-list'
import { DownloadButton } from './download-button'
import { Materials } from './materials'
import { Notes } from './notes'
import { useLessonHeartbeats } from './use-lesson-heartbeats'
import { useTextHeartbeats } from './use-text-heartbeats'

interface LessonViewProps {
  lesson: Chapter
  offline: boolean
  course: CurriculumInfo | undefined
  rows: readonly ChapterRow[] | undefined
  kept: readonly OfflineChapter[]
  /** Whether the user opened the lesson from another lesson, so that it may play at once. */
  autoPlay: boolean
  onOpen(chapter: { id: string; locked: boolean }): void
}

type TabId = 'chapters' | 'text' | 'notes' | 'materials' | 'discuss'

/** A lesson: its video with panels, or its text. */
export function LessonView({ lesson, offline, course, rows, kept, autoPlay, onOpen }: LessonViewProps) {
  const [query, changeQuery] = usePageQuery()
  const desktop = useDesktop()
  const video = useRef<HTMLVideoElement>(null)
  const html = useMemo(() => (lesson.html ? withMedia(lesson.html, lesson.media) : ''), [lesson])
  const notes = usePagedCall('GET /v131/get_note', {
    curriculumId: lesson.curriculum.id,
    chapterId: lesson.id,
    scope: 'mine',
  })
  const noteSeconds = useMemo(() => notes.list.flatMap(({ seconds }) => seconds ?? []), [notes.list])
  const onHeartbeat = useLessonHeartbeats(lesson)
  const items = tabsOf(lesson, { desktop, hasText: html !== '', notes: notes.total })
  const tab = items.find(({ id }) => id === query.tab)?.id ?? items[0]!.id
  const keptIds = useMemo(
    () => new Set(kept.filter(({ state }) => state === 'kept').map(({ chapter }) => chapter.id)),
    [kept],
  )

  function jump(seconds: number) {
    const element = video.current
    if (!element) return
    element.currentTime = seconds
    element.scrollIntoView({ block: 'nearest' })
    element.play().catch(() => {})
  }

  return (
    <div className="desk:grid desk:grid-cols-[minmax(0,1fr)_320px] desk:items-start desk:gap-6 desk:px-4 desk:pt-2 desk:pb-12">
      <div className="min-w-0">
        {lesson.video && (
          <div className="sticky top-0 z-10 desk:static">
            <LessonPlayer
              key={lesson.id}
              {...{ lesson, video, autoPlay, noteSeconds, onOpen, onHeartbeat }}
              media={lesson.video}
              startAt={startOf(lesson, query.t)}
            />
          </div>
        )}
        <div className="px-4 pb-8 desk:px-0">
          <LessonHead {...{ lesson, offline, course, rows, kept }} />
          {!lesson.video && <LessonText lesson={lesson} html={html} />}
          <div className="mt-1">
            <Tabs id="lesson" label="学习内容" items={items} value={tab} onChange={(id) => changeQuery({ tab: id })} />
          </div>
          <div className="min-h-[40vh] pt-3">
            <TabPanel tabs="lesson" value={tab}>
              {tab === 'chapters' && (
                <div className="rounded-card bg-card p-2.5">
                  <ChapterList rows={rows} current={lesson.id} kept={keptIds} onOpen={onOpen} />
                </div>
              )}
              {tab === 'text' && (
                <div className="rounded-card bg-card p-4">
                  <Prose html={html} />
                </div>
              )}
              {tab === 'notes' && (
                <Notes lesson={lesson} now={() => video.current?.currentTime ?? null} onJump={jump} />
              )}
              {tab === 'materials' && <Materials list={lesson.resources} />}
              {tab === 'discuss' && <DiscussList curriculumId={lesson.curriculum.id} chapterId={lesson.id} />}
            </TabPanel>
          </div>
        </div>
      </div>
      {desktop && (
        <aside aria-label="课程目录" className="sticky top-2 rounded-card bg-card p-3">
          <h2 className="px-2 pb-1 text-15 font-bold">目录</h2>
          <div className="relative max-h-[70vh] overflow-y-auto overscroll-contain">
            <ChapterList follows rows={rows} current={lesson.id} kept={keptIds} onOpen={onOpen} />
          </div>
        </aside>
      )}
    </div>
  )
}

/** Tabs beside or below a lesson. Without content, the tabs 讲义 and 资料 are left out. */
function tabsOf(
  lesson: Chapter,
  { desktop, hasText, notes }: { desktop: boolean; hasText: boolean; notes: number | undefined },
): { id: TabId; title: string }[] {
  const discussions = Object.values(lesson.discussions).reduce((sum, count) => sum + count, 0)
  return [
    ...(desktop ? [] : [{ id: 'chapters', title: '目录' } as const]),
    ...(lesson.video && hasText ? [{ id: 'text', title: '讲义' } as const] : []),
    { id: 'notes', title: notes ? `笔记 ${notes}` : '笔记' },
    ...(lesson.resources.length > 0 ? [{ id: 'materials', title: `资料 ${lesson.resources.length}` } as const] : []),
    { id: 'discuss', title: discussions > 0 ? `讨论 ${discussions}` : '讨论' },
  ]
}

interface LessonPlayerProps {
  lesson: Chapter
  media: NonNullable<Chapter['video']>
  video: RefObject<HTMLVideoElement | null>
  startAt: number
  autoPlay: boolean
  noteSeconds: readonly number[]
  onHeartbeat: ReturnType<typeof useLessonHeartbeats>
  onOpen: LessonViewProps['onOpen']
}

function LessonPlayer({
  lesson,
  media,
  video,
  startAt,
  autoPlay,
  noteSeconds,
  onHeartbeat,
  onOpen,
}: LessonPlayerProps) {
  const next = lesson.next && !lesson.next.locked ? lesson.next : null
  return (
    <Player
      {...{ video, startAt, autoPlay, noteSeconds, onHeartbeat }}
      title={lesson.title}
      url={media.url}
      subtitles={media.subtitles}
      poster={media.poster}
      durationSeconds={media.durationSeconds}
      next={next ? { title: next.title, play: () => onOpen(next) } : undefined}
      kept={(url) => offlineFile(lesson.id, url)}
      refresh={async () => {
        const { video: again } = await callApi('GET /v1/view_chapter', { id: lesson.id })
        if (!again) throw new Error('the lesson has no video any more')
        return again.url
      }}
    />
  )
}

type LessonHeadProps = Pick<LessonViewProps, 'lesson' | 'offline' | 'course' | 'rows' | 'kept'>

function LessonHead({ lesson, offline, course, rows, kept }: LessonHeadProps) {
  return (
    <>
      <header className="flex items-start gap-3 pt-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-17 font-bold">{lesson.title}</h2>
          <p className="truncate text-12 text-ink-3">{lesson.partTitle || lesson.curriculum.title}</p>
        </div>
        <DownloadButton
          course={course}
          chapter={{ id: lesson.id, title: lesson.title, position: positionIn(rows, lesson.id) }}
          kept={kept.find(({ chapter }) => chapter.id === lesson.id)}
        />
      </header>
      {offline && (
        <p className="mt-2 flex items-center gap-2 rounded-item bg-amber-soft px-3 py-2 text-13 text-amber">
          <WifiOff aria-hidden="true" size={16} />
          网络断开了，正在用本机保存的内容，进度会在联网后同步
        </p>
      )}
    </>
  )
}

/** Start second: from the link, else the last position; a completed video starts at 0. */
function startOf({ id, progress, video }: Chapter, asked: string | undefined): number {
  if (asked && /^\d+$/.test(asked)) return Number(asked)
  const left = unsentSecond(id) ?? progress?.seconds ?? 0
  return video && left >= video.durationSeconds - 3 ? 0 : left
}

function LessonText({ lesson, html }: { lesson: Chapter; html: string }) {
  const text = useRef<HTMLDivElement>(null)
  useTextHeartbeats(lesson, text)
  if (!html) return <Empty text="这一讲的内容正在准备" />
  return (
    <div ref={text} className="mt-3 rounded-card bg-card p-4" dir={lesson.rightToLeft ? 'rtl' : undefined}>
      <Prose html={html} />
    </div>
  )
}

function positionIn(rows: readonly ChapterRow[] | undefined, id: string): number | undefined {
  const at = rows?.findIndex((row) => row.id === id) ?? -1
  return at < 0 ? undefined : at
}
