import { typeNames } from '@dxx/contract/rules/question-names'
import { useState } from 'react'
import type { CallData } from '../../api/use-call'
import { Button } from '../../ui/button'
import { Tag } from '../../ui/tag'
import { pointsOf } from '../questions/labels'
import { AppealSheet } from './appeal-sheet'
import { GradeNote } from './grade-note'
import { timeOf } from './labels'
import { hasScoringNotes, listQuestionRows, type QuestionRow } from './result-rows'

type Result = CallData<'GET /v1/show_exam'>

/** Points of each question with comments, rubric and appeals; at first only the noteworthy questions are shown. */
export function QuestionScores({ result, onChanged }: { result: Result; onChanged(): void }) {
  const [appealing, setAppealing] = useState<QuestionRow | null>(null)
  const [all, setAll] = useState(false)
  const rows = listQuestionRows(result)
  if (rows.length === 0) return null
  const chosen = rows.filter(hasScoringNotes)
  const shown = all ? rows : chosen
  return (
    <section className="rounded-card bg-card p-4">
      <h2 className="text-15 font-semibold">每题得分</h2>
      {(result.voided?.length ?? 0) > 0 && result.numbers && (
        <p className="mt-1 text-13 text-ink-2">
          第 {voidedNumbers(result)} 题已作废，不计分；其余题的得分按比例折算到满分 {pointsOf(result.maxScore)} 分。
        </p>
      )}
      <ul className="divide-y divide-line">
        {shown.map((row) => (
          <Row key={row.question} row={row} onAppeal={result.mayAppeal ? () => setAppealing(row) : undefined} />
        ))}
      </ul>
      {!all && shown.length < rows.length && (
        <Button kind="text" block onClick={() => setAll(true)}>
          {result.mayAppeal ? `全部 ${rows.length} 题，申请复核` : `全部 ${rows.length} 题`}
        </Button>
      )}
      <AppealSheet attempt={result.id} row={appealing} onClose={() => setAppealing(null)} onSent={onChanged} />
    </section>
  )
}

/** The student's own numbers of the void questions. */
function voidedNumbers({ voided = [], numbers = [] }: Result): string {
  const numbersOfStudent = numbers.flatMap((one) => (voided.includes(one.question) ? [one.own] : []))
  return numbersOfStudent.sort((a, b) => a - b).join('、')
}

const appealNames = {
  open: { text: '复核中', tone: 'amber' },
  kept: { text: '维持原分', tone: 'grey' },
  changed: { text: '已改分', tone: 'green' },
} as const

function Row({ row, onAppeal }: { row: QuestionRow; onAppeal?(): void }) {
  const open = row.appeals.some(({ state }) => state === 'open')
  return (
    <li className="space-y-2 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-14">
          第 {row.number} 题{' '}
          <span className="text-13 text-ink-3">
            {typeNames[row.type]}
            {row.paperNumber !== null && ` · 原卷第 ${row.paperNumber} 题`}
          </span>
        </span>
        {row.isGiven && <Tag tone="amber">本题送分</Tag>}
        <span className="tabular-nums ml-auto text-14">
          <b className="font-semibold">{row.isWaiting ? '待批阅' : pointsOf(row.score)}</b>
          <span className="text-ink-3"> / {pointsOf(row.maxScore)} 分</span>
        </span>
        {onAppeal && !row.isWaiting && (
          <Button size="small" kind="line" onClick={onAppeal}>
            {open ? '改理由' : '申请复核'}
          </Button>
        )}
      </div>
      {row.grades.map((grade) => (
        <GradeNote key={grade.part ?? -1} grade={grade} />
      ))}
      {row.appeals.map(({ at, state, reason, answer, answeredAt }) => (
        <div key={at} className="rounded-card bg-fill px-3.5 py-2.5 text-13">
          <p className="flex flex-wrap items-center gap-2 text-ink-3">
            <Tag tone={appealNames[state].tone}>{appealNames[state].text}</Tag>
            {timeOf(at)} 申请复核
          </p>
          <p className="user-text mt-1">{reason}</p>
          {state === 'open' ? (
            <p className="mt-1 text-ink-3">老师答复后会通知你</p>
          ) : (
            <p className="user-text mt-1 border-t border-line pt-1">
              <b>老师的答复{answeredAt !== null && `（${timeOf(answeredAt)}）`}：</b>
              {answer}
            </p>
          )}
        </div>
      ))}
    </li>
  )
}
