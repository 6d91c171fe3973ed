import type { ScoredQuestion } from '@dxx/contract/questions'
import { PrintedAnswer, PrintedQuestion } from './printed-question'

interface PrintedResultsProps {
  results: readonly ScoredQuestion[]
  /** Numbers of the questions on the paper; without them they are numbered as listed. */
  numbers?: Readonly<Record<string, number>>
}

/** Questions of a scored paper for print, and on a new page the right answers with their analyses. */
export function PrintedResults({ results, numbers }: PrintedResultsProps) {
  return (
    <>
      <section className="print-break">
        <h2 className="mb-3 text-17 font-bold">题目</h2>
        <ol className="space-y-5">
          {results.map(({ question, score }, index) => (
            <PrintedQuestion
              key={question.id}
              question={question}
              number={numbers?.[question.id] ?? index + 1}
              note={`得 ${score} 分`}
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
