import type { PartAnswer, ScoredQuestion } from '@dxx/contract/questions'
import { pointsOf } from './labels'
import { PrintedAnswer, PrintedQuestion } from './printed-question'

interface PrintedResultsProps {
  results: readonly ScoredQuestion[]
  /** Numbers of the questions on the paper; without them they are numbered as listed. */
  numbers?: Readonly<Record<string, number>>
}

/** The user's answer, or those to the parts of a 材料题 in the order of the question. */
function givenAnswers({ question, answer, parts }: ScoredQuestion): (PartAnswer | null)[] {
  if (question.type !== 'material') return [answer?.type === 'material' ? null : answer]
  return question.parts.map((part) => parts.find(({ id }) => id === part.id)?.answer ?? null)
}

/** Questions of a scored paper with the user's answers, and on a new page the right answers with their analyses. */
export function PrintedResults({ results, numbers }: PrintedResultsProps) {
  return (
    <>
      <section className="mt-6">
        <h2 className="mb-3 text-17 font-bold">题目和我的作答</h2>
        <ol className="space-y-5">
          {results.map((result, index) => (
            <PrintedQuestion
              key={result.question.id}
              question={result.question}
              number={numbers?.[result.question.id] ?? index + 1}
              note={`得 ${pointsOf(result.score)} 分`}
              answers={givenAnswers(result)}
            />
          ))}
        </ol>
      </section>
      <section className="print-break">
        <h2 className="mb-3 text-17 font-bold">答案与解析</h2>
        <ol className="space-y-4">
          {results.map(({ question, key, analysis, parts }, index) => (
            <PrintedAnswer
              key={question.id}
              question={question}
              number={numbers?.[question.id] ?? index + 1}
              keys={
                question.type === 'material'
                  ? question.parts.map((part) => parts.find(({ id }) => id === part.id)?.key ?? null)
                  : [key]
              }
              analysis={[analysis]}
            />
          ))}
        </ol>
      </section>
    </>
  )
}
