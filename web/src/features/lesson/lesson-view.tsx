import type { ChapterRow, CurriculumInfo } from '@dxx/contract/calls/catalogue'
import type { Chapter } from '@dxx/contract/calls/study'
import { withMedia } from '@dxx/contract/rules/media'
import VolumeOff from 'lucide-react/icons/volume-x'
import WifiOff from 'lucide-react/icons/wifi-off'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { callApi } from '../../api/client'
import { usePagedCall } from '../../api/use-paged-call'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { openAsk } from '../../state/ask'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Empty } from '../../ui/empty'
import { Prose } from '../../ui/prose'
import { TabPanel, Tabs } from '../../ui/tabs'
import { useDesktop, useMedia } from '../../ui/use-media'
import { unsentSecond } from '../heartbeats/heartbeats'
import type { OfflineChapter } from '../offline/offline-store'
import { offlineFile } from '../offline/open-offline'
import { miniSecond, takeMini } from '../player/mini-state'
import { openMini } from '../player/open-mini'
import { Player } from '../player/player'
import { Playhead } from '../player/playhead'
import { DownloadButton } from './download-button'
import { LessonPanel, type PanelId, type PanelProps } from './lesson-panel'
import { useLessonHeartbeats } from './use-lesson-heartbeats'
import { useTextHeartbeats } from './use-text-heartbeats'
import { discussedSeconds, secondOfPid } from './video-second'

interface LessonViewProps {
  lesson: Chapter
  offline: boolean
  course: CurriculumInfo | undefined
  rows: readonly ChapterRow[] | undefined
  downloads: readonly OfflineChapter[]
  /** Whether the user opened the lesson from another lesson, so that it may play at once. */
  autoPlay: boolean
  onOpen(chapter: { id: string; locked: boolean }): void
}

/** A lesson: its video with panels, or its text. */
export function LessonView({ lesson, offline, course, rows, downloads, autoPlay, onOpen }: LessonViewProps) {
  const [query] = usePageQuery()
  const beside = useBeside()
  const video = useRef<HTMLVideoElement>(null)
  const [playhead] = useState(() => new Playhead())
  const html = useMemo(() => (lesson.html ? withMedia(lesson.html, lesson.media) : ''), [lesson])
  const notes = usePagedCall('GET /v131/get_note', {
    curriculumId: lesson.curriculum.id,
    chapterId: lesson.id,
    scope: 'mine',
  })
  const noteSeconds = useMemo(() => [...new Set(notes.list.flatMap(({ seconds }) => seconds ?? []))], [notes.list])
  const onHeartbeat = useLessonHeartbeats(lesson)
  const downloadedIds = useMemo(
    () => new Set(downloads.filter(({ state }) => state === 'kept').map(({ chapter }) => chapter.id)),
    [downloads],
  )

  function jump(seconds: number) {
    const element = video.current
    if (!element) return
    element.currentTime = seconds
    element.scrollIntoView({ block: 'nearest' })
    element.play().catch(() => {})
  }

  const tabs = tabsOf(lesson, { beside, hasText: html !== '', notes: notes.total })
  const panels: PanelProps = { lesson, html, rows, downloadedIds, playhead, video, onOpen, onJump: jump }
  return (
    <div className={lessonColumns(beside)}>
      <div className="min-w-0">
        {lesson.video && (
          <div className={cx('sticky top-0 z-10', beside && 'desk:static')}>
            <LessonPlayer
              key={lesson.id}
              {...{ lesson, video, autoPlay, noteSeconds, playhead, onOpen, onHeartbeat }}
              isSilent={isSilent(course)}
              media={lesson.video}
              startAt={startOf(lesson, query)}
            />
          </div>
        )}
        {/* Fields scroll to below the video, which stays at the top, when an on-screen keyboard makes the window low. */}
        <div
          className={cx(
            'px-4 pb-8 desk:px-0',
            lesson.video && !beside && '[&_textarea]:scroll-mt-[calc(56.25vw+12px)]',
          )}
        >
          <LessonHead {...{ lesson, offline, course, rows, downloads, video }} />
          {!lesson.video && <LessonText lesson={lesson} html={html} />}
          <LessonTabs id="lesson" label="学习内容" param="tab" items={tabs.below} {...panels} />
        </div>
      </div>
      {beside && (
        <aside
          aria-label="课程目录"
          className="sticky top-0 flex h-[calc(100dvh-64px)] min-h-70 flex-col rounded-card bg-card p-2 desk:top-2 desk:h-[calc(100dvh-140px)] desk:p-3"
        >
          <LessonTabs id="beside" label="视频旁边" param="side" items={tabs.beside} {...panels} />
        </aside>
      )}
    </div>
  )
}

/** Classes of the columns of a lesson, also of its skeleton. */
export const lessonColumns = (beside: boolean): string =>
  cx(
    beside && 'grid grid-cols-[minmax(0,1fr)_280px] items-start gap-4 pb-8 desk:grid-cols-[minmax(0,1fr)_360px]',
    'desk:gap-6 desk:px-4 desk:pt-2 desk:pb-12',
  )

/** Whether there is room for a column beside the video: on desktop and on a phone or tablet held sideways. */
export function useBeside(): boolean {
  const sideways = useMedia('(min-width: 641px) and (orientation: landscape)')
  return useDesktop() || sideways
}

interface LessonTab {
  id: PanelId
  title: string
}

/** Tabs below and beside the video. Without content, the tabs 文稿, 讲义 and 资料 are left out. */
function tabsOf(
  lesson: Chapter,
  { beside, hasText, notes }: { beside: boolean; hasText: boolean; notes: number | undefined },
): { below: LessonTab[]; beside: LessonTab[] } {
  const discussions = Object.values(lesson.discussions).reduce((sum, count) => sum + count, 0)
  const following: LessonTab[] = [
    { id: 'chapters', title: '目录' },
    ...(lesson.video?.subtitles ? [{ id: 'transcript', title: '文稿' } as const] : []),
    { id: 'notes', title: notes ? `笔记 ${notes}` : '笔记' },
  ]
  const [chapters, ...rest] = following
  const text: LessonTab[] = lesson.video && hasText ? [{ id: 'text', title: '讲义' }] : []
  const others: LessonTab[] = [
    ...(lesson.resources.length > 0 ? [{ id: 'materials', title: `资料 ${lesson.resources.length}` } as const] : []),
    { id: 'discuss', title: discussions > 0 ? `讨论 ${discussions}` : '讨论' },
  ]
  if (beside) return { below: [...text, ...others], beside: following }
  return { below: [chapters!, ...text, ...rest, ...others], beside: [] }
}

type LessonTabsProps = PanelProps & {
  id: string
  label: string
  /** Parameter of the URL with the chosen tab. */
  param: 'tab' | 'side'
  items: readonly LessonTab[]
}

/** Tabs of a lesson with the chosen panel. */
function LessonTabs({ id, label, param, items, ...panel }: LessonTabsProps) {
  const [query, changeQuery] = usePageQuery()
  // A link to a tab opens the tab in the group (below or beside the video) that contains it.
  const tab = [query[param], query.tab].find((one) => items.some((item) => item.id === one)) ?? items[0]!.id
  const inner = param === 'side'
  return (
    <>
      <div className={inner ? undefined : 'mt-1'}>
        <Tabs
          id={id}
          label={label}
          items={items}
          value={tab}
          onChange={(chosen) => changeQuery({ [param]: chosen })}
          hrefOf={(chosen) => `#${pageUrl('pages/course/study', { ...query, [param]: chosen })}`}
        />
      </div>
      <div className={inner ? 'relative min-h-0 flex-1 overflow-y-auto overscroll-contain' : 'min-h-[40vh] pt-3'}>
        <TabPanel tabs={id} value={tab}>
          <LessonPanel {...panel} id={tab as PanelId} inner={inner} />
        </TabPanel>
      </div>
    </>
  )
}

interface LessonPlayerProps {
  lesson: Chapter
  media: NonNullable<Chapter['video']>
  video: RefObject<HTMLVideoElement | null>
  startAt: number
  autoPlay: boolean
  noteSeconds: readonly number[]
  isSilent: boolean
  playhead: Playhead
  onHeartbeat: ReturnType<typeof useLessonHeartbeats>
  onOpen: LessonViewProps['onOpen']
}

function LessonPlayer({ lesson, media, video, onHeartbeat, onOpen, ...props }: LessonPlayerProps) {
  const { next, curriculum } = lesson
  const questionSeconds = useMemo(() => discussedSeconds(lesson.discussions), [lesson.discussions])
  // Second at which the small player was; the lesson continues there.
  const [handed] = useState(() => miniSecond(lesson.id))
  const files = {
    url: media.url,
    readOffline: (url: string) => offlineFile(lesson.id, url),
    refresh: async () => {
      const { video: again } = await callApi('GET /v1/view_chapter', { id: lesson.id })
      if (!again) throw new Error('the lesson has no video any more')
      return again.url
    },
  }
  const names = { title: lesson.title, album: curriculum.title, poster: media.poster }
  return (
    <Player
      {...props}
      {...files}
      {...names}
      {...{ video, questionSeconds, onHeartbeat }}
      startAt={handed ?? props.startAt}
      autoPlay={props.autoPlay || handed !== null}
      subtitles={media.subtitles}
      durationSeconds={media.durationSeconds}
      next={next ? { title: next.title, locked: next.locked, play: () => onOpen(next) } : undefined}
      onLeave={(second) =>
        openMini({ ...files, ...names, second, onHeartbeat, courseId: curriculum.id, chapterId: lesson.id })
      }
      onReturn={() => takeMini(lesson.id)}
    />
  )
}

/** Tag of courses whose videos have subtitles but no sound. */
const silentTag = '无声含字幕'
const isSilent = (course: CurriculumInfo | undefined) => course?.tags.includes(silentTag) ?? false

type LessonHeadProps = Pick<LessonViewProps, 'lesson' | 'offline' | 'course' | 'rows' | 'downloads'> & {
  video: RefObject<HTMLVideoElement | null>
}

function LessonHead({ lesson, offline, course, rows, downloads, video }: LessonHeadProps) {
  const [query] = usePageQuery()
  // Before the video is loaded, its position is 0 and not the second at which it will resume.
  const secondNow = () =>
    Math.floor(video.current && video.current.readyState > 0 ? video.current.currentTime : startOf(lesson, query))
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
          download={downloads.find(({ chapter }) => chapter.id === lesson.id)}
        />
      </header>
      {lesson.video && (
        <div className="flex min-h-11 flex-wrap items-center gap-x-2 text-13 text-ink-2">
          {isSilent(course) && (
            <>
              <VolumeOff aria-hidden="true" size={16} className="shrink-0" />
              视频无声，含字幕
            </>
          )}
          <Button
            kind="text"
            size="small"
            aria-haspopup="dialog"
            className="ml-auto"
            onClick={() => {
              const second = secondNow()
              video.current?.pause()
              openAsk({ kind: 'lesson', chapterId: lesson.id, second, title: lesson.title })
            }}
          >
            问这一秒
          </Button>
        </div>
      )}
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
function startOf({ id, progress, video }: Chapter, { t = '', pid = '' }: Readonly<Record<string, string>>): number {
  if (/^\d+$/.test(t)) return Number(t)
  const linkedSecond = secondOfPid(pid)
  if (linkedSecond !== null) return linkedSecond
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
