import { formatClock } from '@dxx/contract/rules/format'
import type { CallData } from '../../api/use-call'
import { CoverOf } from '../../features/catalogue/cover-of'
import { studyHref } from '../../features/catalogue/kinds'
import { buttonClass } from '../../ui/button'
import { Progress } from '../../ui/progress'

type Resumed = CallData<'GET /v1/course_index'>['resumes'][number]

export function ResumeCard({ latest }: { latest: Resumed | undefined }) {
  return latest ? <Latest resume={latest} prefix="继续学习 · " /> : <Beginner />
}

export function Latest({ resume: { curriculum, progress }, prefix = '' }: { resume: Resumed; prefix?: string }) {
  const place = progress.seconds ? `看到 ${formatClock(progress.seconds)}` : `上次读到 ${progress.percent}%`
  return (
    <a href={studyHref(curriculum)} className="flex items-center gap-3 rounded-item">
      <CoverOf item={curriculum} small className="aspect-3/4! w-11 shrink-0 rounded-item" />
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

/** Invitation to choose a course. */
export function Beginner() {
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
