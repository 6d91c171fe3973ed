import type { ChapterRow } from '@dxx/contract/calls/catalogue'
import { useState } from 'react'
import { needsPurchase } from '../../api/error'
import { useCall } from '../../api/use-call'
import { detailsHref } from '../../features/catalogue/kinds'
import { LessonView, lessonColumns, useBeside } from '../../features/lesson/lesson-view'
import { useLesson } from '../../features/lesson/use-lesson'
import { compareChapters, type OfflineChapter } from '../../features/offline/offline-store'
import { useOffline } from '../../features/offline/use-offline'
import { curriculumShareCard, useShareCard } from '../../features/share/share-card'
import { openPage } from '../../router/navigation'
import { usePageTitle } from '../../router/page-context'
import { usePageQuery } from '../../router/page-query'
import { showModal } from '../../state/store'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Skeleton } from '../../ui/skeleton'

/** Course study page: `?id=` is the course, `&chapter=` the lesson, `&t=` the second to start at. */
export default function CourseStudyPage() {
  const [{ id }] = usePageQuery()
  if (!id) {
    return (
      <Empty text="没有说明要学哪门课，去挑一门吧">
        <a href="#/pages/index/course" className={buttonClass('line')}>
          看看课程
        </a>
      </Empty>
    )
  }
  return <Course key={id} id={id} />
}

function Course({ id }: { id: string }) {
  const [query, changeQuery] = usePageQuery()
  const resumes = query.chapter === undefined
  const info = useCall('GET /v1/course_info', { id }, { staleTime: resumes ? 0 : undefined, supporting: true })
  const chapters = useCall('GET /v1/course_chapter', { id }, { supporting: true })
  const offline = useOffline()
  const downloaded = offline?.filter(({ curriculum }) => curriculum.id === id) ?? []
  const [tapped, setTapped] = useState(false)
  usePageTitle(info.data?.title ?? downloaded[0]?.curriculum.title)
  useShareCard(curriculumShareCard(info.data, chapters.data?.find((row) => row.id === query.chapter)?.title))

  const rows = chapters.data ?? (chapters.error && downloaded.length > 0 ? downloadedRows(downloaded) : undefined)
  // Without a chapter in the URL, opens the last studied chapter, or else the first accessible one.
  const known = (info.data || info.error) && !info.isFetching
  const [resumed, setResumed] = useState<string>()
  const wanted = query.chapter ?? resumed ?? (known ? (info.data?.progress?.chapterId ?? firstOpen(rows)) : undefined)
  // Stored in state, because a refetch must not switch to another chapter.
  if (!query.chapter && wanted !== resumed) setResumed(wanted)

  async function open(chapter: { id: string; locked: boolean }) {
    if (!chapter.locked) {
      setTapped(true)
      return changeQuery({ chapter: chapter.id, t: undefined })
    }
    const answer = await showModal({ content: '购买课程后就能看这一讲', confirmText: '去购买', cancelText: '再看看' })
    if (answer === 'confirm') void openPage(detailsHref({ id, kind: 'course' }).slice(1))
  }

  if (wanted) {
    return (
      <OneLesson
        key={wanted}
        id={wanted}
        courseId={id}
        course={info.data}
        rows={rows}
        downloads={downloaded}
        autoPlay={tapped}
        onOpen={(chapter) => void open(chapter)}
      />
    )
  }
  const error = chapters.error ?? info.error
  if (error && offline) {
    return (
      <Empty type="error" text={error.msg} onRetry={() => void Promise.all([info.refetch(), chapters.refetch()])} />
    )
  }
  if (rows) return <Wall courseId={id} text="购买后就能开始学习" />
  return <Waiting />
}

interface OneLessonProps extends Omit<Parameters<typeof LessonView>[0], 'lesson' | 'offline'> {
  id: string
  courseId: string
}

function OneLesson({ id, courseId, ...rest }: OneLessonProps) {
  const { data, error, offline, retry } = useLesson(id)
  if (data) return <LessonView lesson={data} offline={offline} {...rest} />
  if (!error) return <Waiting />
  if (needsPurchase(error)) return <Wall courseId={courseId} text="这一讲购买后才能看" />
  if (error.decided) return <Wall courseId={courseId} text={error.msg} />
  return <Empty type="error" text={error.msg} onRetry={retry} />
}

function Wall({ courseId, text }: { courseId: string; text: string }) {
  return (
    <Empty text={text}>
      <a href={detailsHref({ id: courseId, kind: 'course' })} className={buttonClass()}>
        看看这门课
      </a>
    </Empty>
  )
}

const firstOpen = (rows: readonly ChapterRow[] | undefined) =>
  rows?.find(({ kind, locked }) => kind !== 'part' && !locked)?.id

/** Builds the table of contents from the offline copies, for use without a network. */
function downloadedRows(downloads: readonly OfflineChapter[]): ChapterRow[] {
  return downloads
    .filter(({ state }) => state === 'kept')
    .sort((a, b) => compareChapters(a.chapter, b.chapter))
    .map(({ chapter: { id, title } }) => ({
      ...{ id, title },
      kind: 'video',
      depth: 1,
      free: false,
      locked: false,
      done: false,
      percent: 0,
      durationSeconds: 0,
      minutes: 0,
      test: null,
      outline: [],
    }))
}

function Waiting() {
  const beside = useBeside()
  return (
    <div aria-hidden="true" className={lessonColumns(beside)}>
      <div>
        <Skeleton className="aspect-video w-full rounded-none desk:rounded-card" />
        <div className="space-y-3 p-4 desk:px-0">
          <Skeleton className="h-6 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-40 rounded-card" />
        </div>
      </div>
      {beside && <Skeleton className="h-120 rounded-card" />}
    </div>
  )
}
