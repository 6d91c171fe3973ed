import type { ReactNode } from 'react'
import { serverNow } from '../../api/clock'
import type { CallResult } from '../../api/use-call'
import { openLoginPage } from '../../router/navigation'
import { pageUrl } from '../../router/page-url'
import { Button } from '../../ui/button'
import { dueWhen, examWhen } from './exam-when'
import { type Index, ResumeSkeleton, useGuest } from './resume'
import { Beginner, Latest } from './resume-card'

/** Recently studied items. The height is reserved while they load, so that the content below does not jump. */
export default function DesktopResume({ query: { data, error } }: { query: CallResult<Index> }): ReactNode {
  const guest = useGuest()
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
          <Button block onClick={() => openLoginPage()}>
            登录 / 注册
          </Button>
        </>
      ) : (
        <div className="mt-3 flex flex-1 flex-col justify-around gap-3">
          {data ? <Resumes {...data} /> : !error && <ResumeSkeleton />}
        </div>
      )}
    </section>
  )
}

/** Items to continue, or an invitation to begin, with an upcoming exam, due homework and due questions below. */
function Resumes({
  resumes,
  exam,
  assignment,
  reviewDue,
}: Pick<Index, 'resumes' | 'exam' | 'assignment' | 'reviewDue'>) {
  // With two rows below, a second item or a third row would make the card higher than the banner beside it.
  const rows = [exam, assignment, reviewDue > 0].filter(Boolean).length
  const most = rows > 1 ? 1 : resumes.length
  return (
    <>
      {resumes.slice(0, most).map((resume) => (
        <Latest key={resume.curriculum.id} resume={resume} />
      ))}
      {resumes.length === 0 && <Beginner />}
      {exam && <Exam {...exam} />}
      {assignment && (
        <a
          href={`#${pageUrl('pages/study/assignment', { id: assignment.id })}`}
          className={`${due} bg-primary-soft text-primary`}
        >
          <span className="line-clamp-2">{assignment.title}</span>
          <span className="tabular-nums shrink-0 font-semibold">{dueWhen(assignment.dueAt, serverNow())}</span>
        </a>
      )}
      {reviewDue > 0 && rows < 3 && (
        <a href="#/pages/bank/wrong" className={`${due} bg-rose-soft text-rose`}>
          <span className="line-clamp-2">复习错题</span>
          <span className="tabular-nums shrink-0 font-semibold">{reviewDue} 题待复习</span>
        </a>
      )}
    </>
  )
}

const due = 'flex min-h-11 flex-wrap items-center justify-between gap-x-3 rounded-item px-3.5 py-1.5 text-13'

function Exam(exam: NonNullable<Index['exam']>) {
  return (
    <a href={`#${pageUrl('pages/exam/answer', { id: exam.id })}`} className={`${due} bg-amber-soft text-amber`}>
      <span className="line-clamp-2">{exam.title}</span>
      <span className="shrink-0 font-semibold">{examWhen(exam, serverNow())}</span>
    </a>
  )
}
