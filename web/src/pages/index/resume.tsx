import { clockTime } from '@dxx/contract/rules/format'
import { dateTimeOf } from '@dxx/contract/rules/time-from'
import { useSyncExternalStore } from 'react'
import type { CallResult, Data } from '../../api/use-call'
import { CoverOf } from '../../features/catalogue/cover-of'
import { studyHref } from '../../features/catalogue/kinds'
import { toLogin } from '../../router/navigation'
import { pageUrl } from '../../router/place'
import { getToken, subscribeToken } from '../../state/token'
import { Button, buttonClass } from '../../ui/button'
import { Progress } from '../../ui/progress'
import { Skeleton } from '../../ui/skeleton'

type Index = Data<'GET /v1/course_index'>
type Resumed = Index['resumes'][number]

/** The latest things studied. Their place is kept while they load, so that what stands below does not jump. */
export function Resume({ query: { data, error }, desktop }: { query: CallResult<Index>; desktop: boolean }) {
  const guest = useSyncExternalStore(subscribeToken, getToken) === null
  if (!desktop) {
    if (guest || (!data && error)) return null
    const [latest] = data?.resumes ?? []
    return (
      <div className="mt-4 min-h-21.5 rounded-card bg-card p-3.5">
        {!data ? <Waiting /> : latest ? <Latest resume={latest} prefix="继续学习 · " /> : <Beginner />}
      </div>
    )
  }
  return (
    <section aria-label="继续学习" className="flex min-h-67 flex-col rounded-card bg-card p-5">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-17 font-bold">继续学习</h2>
        {data?.today && (
          <a href="#/pages/study/index" className="tap tabular-nums text-13 text-ink-3">
            今日 {data.today.minutes} 分钟
            {data.today.streak > 1 && ` · 连续 ${data.today.streak} 天`}
          </a>
        )}
      </div>
      {guest ? (
        <>
          <p className="my-auto text-14 text-ink-2">登录后，从上次停下的地方接着学，笔记和进度在所有设备上同步。</p>
          <Button block onClick={() => toLogin()}>
            登录 / 注册
          </Button>
        </>
      ) : (
        <div className="mt-3 flex flex-1 flex-col justify-around gap-3">
          {data ? <Own {...data} /> : !error && <Waiting />}
        </div>
      )}
    </section>
  )
}

/** What to go on with, or how to begin. An exam that is near stands below. */
function Own({ resumes, exam }: Pick<Index, 'resumes' | 'exam'>) {
  return (
    <>
      {resumes.map((resume) => (
        <Latest key={resume.curriculum.id} resume={resume} />
      ))}
      {resumes.length === 0 && <Beginner />}
      {exam && <Exam {...exam} />}
    </>
  )
}

function Exam({ title, status, id, examination_start, examination_end }: NonNullable<Index['exam']>) {
  const at = status === 0 ? examination_start : examination_end
  return (
    <a
      href={`#${pageUrl('pages/exam/answer', { id })}`}
      className="flex min-h-11 items-center justify-between gap-3 rounded-item bg-amber-soft px-3.5 text-13 text-amber"
    >
      <span className="truncate">{title}</span>
      <span className="shrink-0 font-semibold">
        {dateTimeOf(at).slice(5)} {status === 0 ? '开始' : '结束'}
      </span>
    </a>
  )
}

function Latest({ resume: { curriculum, progress }, prefix = '' }: { resume: Resumed; prefix?: string }) {
  const place = progress.seconds ? `看到 ${clockTime(progress.seconds)}` : `上次读到 ${progress.percent}%`
  return (
    <a href={studyHref(curriculum, progress.chapterId)} className="flex items-center gap-3 rounded-item">
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

/** For those who have nothing to go on with, or one thing only. */
function Beginner() {
  return (
    <a href="#/pages/index/course" className="flex min-h-14.5 items-center gap-3 rounded-item">
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">从今天开始学一点</span>
        <span className="mt-0.5 block text-12 text-ink-3">先试看，学到哪里都替你记着</span>
      </span>
      <span className={buttonClass('line', 'small')}>去选课</span>
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
