import type { ScoredQuestion } from '@dxx/contract/questions'
import type { ReactNode } from 'react'
import type { ApiError } from '../../api/error'
import { useCall } from '../../api/use-call'
import { usePageTitle } from '../../router/page-context'
import { pageUrl } from '../../router/page-url'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { LinkButton } from '../../ui/link-button'
import { PrintDocument } from '../../ui/print-document'
import { Skeleton } from '../../ui/skeleton'
import { manualGradingReason, pointsOf } from './labels'
import { PrintedResults } from './printed-result'
import { ReviewSession } from './review-session'
import { countVerdicts, ScoreCard, TypeBars } from './score-card'
import { SessionState } from './session-state'

const pollEvery = 2000

/** Loads a submitted test and polls while its programs run. */
function useTest(id: string) {
  const query = useCall('GET /v1/textbooks_show_exam', { id }, { staleTime: 0 })
  useCall(
    'GET /v1/textbooks_show_exam',
    { id },
    { enabled: query.data?.state === 'grading', refetchInterval: pollEvery, staleTime: 0 },
  )
  return query
}

/** Result of a chapter test. */
export function TestResult({ id }: { id: string }) {
  const { data, error, refetch } = useTest(id)
  usePageTitle('测验结果')
  if (!data) {
    if (!error) return <ResultWaiting />
    return <NoResult error={error} onRetry={() => void refetch()} />
  }
  const counts = countVerdicts(data.results)
  const waiting = `${pointsOf(data.waitingScore)} 分`
  const notes = {
    scored: undefined,
    grading: `编程题正在评测，还有 ${waiting}没有算进来`,
    marking: hasManual(data.results)
      ? `有程序转人工评分，${waiting}没有算进来`
      : `简答题只供对照参考答案，${waiting}没有算进来`,
  }
  const score = (
    <>
      <ScoreCard
        title={data.title}
        score={data.score}
        maxScore={data.maxScore}
        seconds={data.seconds}
        counts={counts}
        note={notes[data.state]}
      />
      <PrintDocument>
        <h1 className="text-19 font-bold">{data.title}</h1>
        <p className="mt-2 text-17">
          得分 <b>{pointsOf(data.score)}</b> / {pointsOf(data.maxScore)} 分，答对 {counts.right} 题
        </p>
        <PrintedResults results={data.results} />
      </PrintDocument>
    </>
  )
  return (
    <ResultColumns main={score}>
      <ReviewBar
        wrongHref={pageUrl('pages/exam/answer', { test: id, only: 'wrong' })}
        allHref={pageUrl('pages/exam/answer', { test: id })}
      />
      <TypeBars results={data.results} />
      <a
        href={`#${pageUrl('pages/exam/answer', { chapter: data.chapterId })}`}
        className={`${buttonClass('text')} w-full`}
      >
        再做一次
      </a>
    </ResultColumns>
  )
}

const hasManual = (results: readonly ScoredQuestion[]) =>
  results.some(({ verdict, key, parts }) =>
    [{ verdict, key }, ...parts].some((one) => manualGradingReason(one.verdict, one.key)),
  )

/** Two columns: score and points at the left, recommendations at the right; one below the other on phones. */
export function ResultColumns({ main, children }: { main: ReactNode; children: ReactNode }) {
  return (
    <div className={`${columns} pb-28 tablet:pb-12`}>
      <div className="space-y-3">{main}</div>
      <div className="space-y-3 max-tablet:mt-3 tablet:sticky tablet:top-2">{children}</div>
    </div>
  )
}

const columns =
  'px-4 tablet:grid tablet:grid-cols-2 tablet:pt-2 tablet:items-start tablet:gap-4 desk:grid-cols-[minmax(0,1fr)_400px] desk:gap-6'

/** 错题解析 and 全部解析: a bar at the bottom of phones, in wider windows at the top of the right column. */
export function ReviewBar({ wrongHref, allHref }: { wrongHref: string; allHref: string }) {
  return (
    <div className="max-tablet:pb-safe max-tablet:px-safe max-tablet:hairline-t max-tablet:fixed max-tablet:inset-x-0 max-tablet:bottom-0 max-tablet:z-20 max-tablet:bg-card">
      <div className="flex gap-3 max-tablet:px-4 max-tablet:py-2.5">
        <a href={`#${wrongHref}`} className={`${buttonClass('line')} flex-1`}>
          错题解析
        </a>
        <a href={`#${allHref}`} className={`${buttonClass('primary')} flex-1`}>
          全部解析
        </a>
      </div>
    </div>
  )
}

/** Error state of a result that failed to load or does not exist. */
export function NoResult({ error, onRetry }: { error: ApiError; onRetry(): void }) {
  if (!error.decided) return <Empty type="error" text={error.msg} onRetry={onRetry} />
  return (
    <Empty text={error.msg}>
      <AllRecords />
    </Empty>
  )
}

export function AllRecords() {
  return <LinkButton to={pageUrl('pages/exam/record')}>考试记录</LinkButton>
}

export function ResultWaiting() {
  return (
    <div aria-hidden="true" className={`${columns} max-tablet:space-y-3`}>
      <Skeleton className="h-60 w-full rounded-card" />
      <Skeleton className="h-40 w-full rounded-card" />
    </div>
  )
}

/** Loading and error state of a review. */
export function ReviewWaiting({ title, error, onRetry }: { title: string; error: ApiError | null; onRetry(): void }) {
  return (
    <SessionState title={title} error={error?.msg} onRetry={error?.decided ? undefined : onRetry}>
      <AllRecords />
    </SessionState>
  )
}

/** Answers of a test, question by question. */
export function TestReview({ id, onlyWrong }: { id: string; onlyWrong: boolean }) {
  const { data, error, refetch } = useTest(id)
  const title = onlyWrong ? '错题解析' : '全部解析'
  if (!data) return <ReviewWaiting title={title} error={error} onRetry={() => void refetch()} />
  return <ReviewSession title={`${title} · ${data.title}`} results={data.results} onlyWrong={onlyWrong} />
}
