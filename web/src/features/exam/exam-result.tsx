import type { Verdict } from '@dxx/contract/questions'
import { formatTime } from '@dxx/contract/rules/format'
import { serverNow } from '../../api/clock'
import { type CallData, useCall } from '../../api/use-call'
import { pageUrl } from '../../router/page-url'
import { buttonClass } from '../../ui/button'
import { Tag } from '../../ui/tag'
import { AnswerCard } from '../questions/answer-card'
import { pointsOf } from '../questions/labels'
import { TeacherGradesContext } from '../questions/read-by-teacher'
import { ReviewSession } from '../questions/review-session'
import { countVerdicts, objectivePart, ScoreCard, TypeBars } from '../questions/score-card'
import { SessionState } from '../questions/session-state'
import { AllRecords, NoResult, ResultColumns, ResultWaiting, ReviewBar, ReviewWaiting } from '../questions/test-result'
import { GradeNote } from './grade-note'
import { timeOf } from './labels'
import { ReceiptCard } from './receipt-card'
import { Conversion, ScoreHistory, Strengths } from './result-history'
import { ResultPrint } from './result-print'
import { QuestionScores } from './result-questions'
import { listQuestionRows, ownNumbers, type QuestionRow } from './result-rows'

const pollEvery = 2000

/** Loads the user's attempt and polls while it is being graded. */
function useAttempt(id: string) {
  const query = useCall('GET /v1/show_exam', { id }, { staleTime: 0 })
  const state = query.data?.scoreState
  const waits = state === 'scoring' || state === 'grading' || (query.data !== undefined && !query.data.receipt)
  useCall('GET /v1/show_exam', { id }, { enabled: waits, refetchInterval: pollEvery, staleTime: 0 })
  return query
}

/** Result of an exam attempt; shows only the released parts. */
export function ExamResult({ id }: { id: string }) {
  const { data, error, refetch } = useAttempt(id)
  if (!data) {
    if (!error) return <ResultWaiting />
    return <NoResult error={error} onRetry={() => void refetch()} />
  }
  const { exam, analysis, receipt, sheet, results } = data
  const notes = {
    scoring: '正在评分，稍等片刻会自动更新',
    grading: '编程题正在评测，完成后会自动更新',
    marking: `待批阅：有 ${pointsOf(data.waitingScore)} 分等老师批改，批完会通知你`,
    scored: undefined,
  }
  const score = (
    <>
      <ScoreCard
        title={exam.title}
        score={data.score}
        objective={(sheet && objectivePart(sheet)) ?? data.objective}
        maxScore={data.maxScore}
        tags={<ResultTags result={data} />}
        seconds={data.seconds}
        counts={sheet && countVerdicts(sheet)}
        note={data.scoreState ? notes[data.scoreState] : undefined}
      />
      {receipt && <ReceiptCard receipt={receipt} />}
      <Conversion result={data} />
      <ScoreHistory history={data.history} />
      <QuestionScores result={data} onChanged={() => void refetch()} />
      <ResultPrint result={data} />
    </>
  )
  return (
    <ResultColumns main={score}>
      {results && (
        <ReviewBar
          wrongHref={pageUrl('pages/exam/answer', { attempt: id, only: 'wrong' })}
          allHref={pageUrl('pages/exam/answer', { attempt: id })}
        />
      )}
      {results && <TypeBars results={results} />}
      <Strengths strengths={data.strengths} />
      {sheet && !results && (
        <section className="rounded-card bg-card p-4">
          <h2 className="mb-3 text-15 font-semibold">每题对错</h2>
          <Verdicts sheet={sheet} numbers={ownNumbers(data.numbers)} />
        </section>
      )}
      {!analysis.allowed && <p className="rounded-card bg-card p-4 text-13 text-ink-2">{analysis.msg}</p>}
      <AttemptHistory result={data} />
      <div className="flex flex-wrap gap-3">
        {data.retry && (
          <a href={`#${pageUrl('pages/exam/answer', { id: exam.id })}`} className={`${buttonClass('line')} flex-1`}>
            再考一次
          </a>
        )}
        <a href={`#${pageUrl('pages/exam/record', { exam: exam.id })}`} className={`${buttonClass('text')} flex-1`}>
          历次作答
        </a>
      </div>
    </ResultColumns>
  )
}

type Result = CallData<'GET /v1/show_exam'>

function ResultTags({ result: { passed, rank, state } }: { result: Result }) {
  return (
    <>
      {passed !== null && <Tag tone={passed ? 'green' : 'red'}>{passed ? '已通过' : '未通过'}</Tag>}
      {rank && (
        <Tag tone="amber">
          第 {rank.place} 名 / {rank.of} 人
        </Tag>
      )}
      {state === 'closed' && <Tag tone="grey">到时自动交卷</Tag>}
    </>
  )
}

/** When the student left the page, and answers that arrived too late. */
function AttemptHistory({ result: { leaves, lateSteps } }: { result: Result }) {
  if (leaves.length === 0 && lateSteps === 0) return null
  return (
    <section className="rounded-card bg-card p-4 text-13 text-ink-2">
      <h2 className="mb-1 text-15 font-semibold text-ink">作答过程</h2>
      {leaves.length > 0 && (
        <p>
          离开考试页面 {leaves.length} 次：
          {leaves.map(({ at, seconds }) => `${timeOf(at)} 起 ${formatTime(seconds)}`).join('；')}
        </p>
      )}
      {lateSteps > 0 && <p>有 {lateSteps} 步作答在截止后或转移设备后才送到，已留存，不计分。</p>}
    </section>
  )
}

const nothing = new Set<string>()

interface SheetRow {
  question: string
  type: Parameters<typeof AnswerCard>[0]['questions'][number]['type']
  verdict: Verdict
}

/** Question numbers and verdicts, shown while the questions themselves are not released. */
function Verdicts({ sheet, numbers }: { sheet: readonly SheetRow[]; numbers?: Record<string, number> }) {
  return (
    <TeacherGradesContext value={true}>
      <AnswerCard
        questions={sheet.map(({ question, type }) => ({ id: question, type }))}
        answers={{}}
        flags={nothing}
        verdicts={Object.fromEntries(sheet.map(({ question, verdict }) => [question, verdict]))}
        numbers={numbers}
        at={-1}
      />
    </TeacherGradesContext>
  )
}

/** Answers of an attempt, question by question, once released. */
export function ExamReview({ id, onlyWrong }: { id: string; onlyWrong: boolean }) {
  const { data, error, refetch } = useAttempt(id)
  const title = onlyWrong ? '错题解析' : '全部解析'
  if (!data) return <ReviewWaiting title={title} error={error} onRetry={() => void refetch()} />
  if (!data.results)
    return (
      <SessionState title={title} error={data.analysis.msg || '解析还没有公开'}>
        <AllRecords />
      </SessionState>
    )
  const rows = listQuestionRows(data)
  return (
    <TeacherGradesContext value={true}>
      <ReviewSession
        title={`${title} · ${data.exam.title}`}
        results={data.results}
        onlyWrong={onlyWrong}
        numbers={ownNumbers(data.numbers)}
        note={(question) => <ReviewNote row={rows.find((row) => row.question === question)} />}
        mayAsk={data.exam.examination_end < serverNow()}
      />
    </TeacherGradesContext>
  )
}

/** Note that the question is 送分, and its manual grades. */
function ReviewNote({ row }: { row: QuestionRow | undefined }) {
  if (!row || (!row.isGiven && row.grades.length === 0 && row.paperNumber === null)) return null
  return (
    <div className="mb-3 space-y-2">
      {row.paperNumber !== null && <p className="text-12 text-ink-3">原卷第 {row.paperNumber} 题</p>}
      {row.isGiven && <p className="rounded-card bg-amber-soft px-3.5 py-2 text-14 text-amber">本题全体送分。</p>}
      {row.grades.map((grade) => (
        <GradeNote key={grade.part ?? -1} grade={grade} />
      ))}
    </div>
  )
}
