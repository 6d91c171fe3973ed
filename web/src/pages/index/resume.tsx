import { clockTime } from '@dxx/contract/rules/format'
import { useSyncExternalStore } from 'react'
import type { CallResult, Data } from '../../api/use-call'
import { CoverOf } from '../../features/catalogue/cover-of'
import { studyHref } from '../../features/catalogue/kinds'
import { toLogin } from '../../router/navigation'
import { getToken, subscribeToken } from '../../state/token'
import { Button, buttonClass } from '../../ui/button'
import { Progress } from '../../ui/progress'
import { Skeleton } from '../../ui/skeleton'

type Index = Data<'GET /v1/course_index'>
type Resumed = NonNullable<Index['resume']>

/** The latest thing studied. Its place is kept while it loads, so that what stands below does not jump. */
export function Resume({ query: { data, error }, desktop }: { query: CallResult<Index>; desktop: boolean }) {
  const guest = useSyncExternalStore(subscribeToken, getToken) === null
  if (!desktop) {
    if (guest || (!data && error)) return null
    return (
      <div className="mt-4 min-h-21.5 rounded-card bg-card p-3.5">
        {!data ? <Waiting /> : data.resume ? <Latest resume={data.resume} prefix="继续学习 · " /> : <Beginner />}
      </div>
    )
  }
  return (
    <section aria-label="继续学习" className="flex min-h-59 flex-col rounded-card bg-card p-5">
      <h2 className="text-17 font-bold">继续学习</h2>
      <div className="flex flex-1 flex-col justify-center">
        {guest ? (
          <p className="text-14 text-ink-2">登录后，从上次停下的地方接着学，笔记和进度在所有设备上同步。</p>
        ) : !data && !error ? (
          <Waiting />
        ) : data?.resume ? (
          <Latest resume={data.resume} />
        ) : (
          <Beginner />
        )}
      </div>
      {guest ? (
        <Button block onClick={() => toLogin()}>
          登录 / 注册
        </Button>
      ) : (
        <a
          href={data?.resume ? resumeHref(data.resume) : '#/pages/index/course'}
          className={buttonClass('primary', 'large', true)}
        >
          {data?.resume ? '接着学' : '去选课'}
        </a>
      )}
    </section>
  )
}

const resumeHref = ({ curriculum, progress }: Resumed) => studyHref(curriculum, progress.chapterId)

function Latest({ resume, prefix = '' }: { resume: Resumed; prefix?: string }) {
  const { curriculum, progress } = resume
  const place = progress.seconds ? `看到 ${clockTime(progress.seconds)}` : `上次读到 ${progress.percent}%`
  return (
    <a href={resumeHref(resume)} className="flex items-center gap-3 rounded-item">
      <CoverOf item={curriculum} plain className="aspect-3/4! w-11 shrink-0 rounded-item" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-1 font-semibold">
          {prefix}
          {curriculum.title}
        </span>
        <span className="mt-0.5 mb-2 line-clamp-1 text-12 text-ink-3">
          {progress.chapterTitle} · {place}
        </span>
        <Progress value={progress.percent} label={`${curriculum.title}的学习进度`} />
      </span>
    </a>
  )
}

function Beginner() {
  return (
    <a href="#/pages/index/course" className="flex min-h-14.5 items-center gap-3 rounded-item">
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">从今天开始学一点</span>
        <span className="mt-0.5 block text-12 text-ink-3">挑一门课试看，学到哪里，这里都替你记着</span>
      </span>
    </a>
  )
}

function Waiting() {
  return (
    <div aria-hidden="true" className="flex items-center gap-3">
      <Skeleton className="h-14.5 w-11" />
      <div className="flex-1 space-y-2">
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-3 w-4/5" />
        <Skeleton className="h-1.5 w-full" />
      </div>
    </div>
  )
}
