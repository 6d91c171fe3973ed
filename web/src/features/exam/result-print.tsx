import { appConstants } from '@dxx/contract/rules/constants'
import { formatClock } from '@dxx/contract/rules/format'
import { typeNames } from '@dxx/contract/rules/question-names'
import type { CallData } from '../../api/use-call'
import { PrintDocument } from '../../ui/print-document'
import { pointsOf } from '../questions/labels'
import { PrintedResults } from '../questions/printed-result'
import { objectivePart } from '../questions/score-card'
import { timeOf } from './labels'
import { listQuestionRows, ownNumbers } from './result-rows'

/**
 * Document that Ctrl+P prints on a result: score and receipt, the points of each question, and what else is released.
 */
export function ResultPrint({ result }: { result: CallData<'GET /v1/show_exam'> }) {
  const { exam, score, maxScore, receipt, results, sheet } = result
  const known = (sheet && objectivePart(sheet)) ?? result.objective
  const rows = listQuestionRows(result)
  return (
    <PrintDocument>
      <h1 className="text-19 font-bold">{exam.title}</h1>
      <p className="text-12">{appConstants.name} · 考试结果</p>
      <p className="mt-3 text-17">
        得分 <b>{score === null ? '待批阅' : pointsOf(score)}</b> / {pointsOf(maxScore)} 分
        {score === null && known && `（已评部分 ${pointsOf(known.score)} / ${pointsOf(known.maxScore)} 分）`}
      </p>
      <p className="text-14">
        用时 {formatClock(result.seconds)}
        {result.passed !== null && ` · ${result.passed ? '已通过' : '未通过'}`}
        {result.rank && ` · 第 ${result.rank.place} 名 / ${result.rank.of} 人`}
      </p>
      {receipt && (
        <p className="text-12">
          交卷 {timeOf(receipt.submittedAt)} · 回执 {receipt.hash}
        </p>
      )}
      {rows.length > 0 && (
        <ul className="mt-4 grid grid-cols-3 gap-x-6 text-13">
          {rows.map((row) => (
            <li key={row.question} className="flex justify-between border-b border-line py-1">
              <span>
                {row.number}. {typeNames[row.type]}
                {row.paperNumber !== null && `（原卷 ${row.paperNumber}）`}
              </span>
              <span>
                {row.isWaiting ? '待批阅' : pointsOf(row.score)} / {pointsOf(row.maxScore)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {results && <PrintedResults results={results} numbers={ownNumbers(result.numbers)} />}
    </PrintDocument>
  )
}
