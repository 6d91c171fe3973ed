import { typeNames } from '@dxx/contract/rules/question-names'
import './questions.css'
import type { Answer, PublicPart, PublicQuestion, ScoredQuestion } from '@dxx/contract/questions'
import { Tag } from '../../ui/tag'
import { partAnswer, setPartAnswer } from './answers'
import { pointsOf } from './labels'
import { OutcomeView, VerdictLine } from './outcome-view'
import { PartView } from './part-view'
import { RichText } from './rich-text'
import { SiteAnswersLine } from './site-answers'
import { typeViews } from './types'

export interface QuestionViewProps {
  question: PublicQuestion
  answer: Answer | null
  onAnswer(answer: Answer | null): void
  /** If given, verdict, right answer and analysis are shown. */
  result?: Omit<ScoredQuestion, 'question' | 'answer'>
  readOnly?: boolean
  /** Whether keyboard keys choose options regardless of the focus; for pages with a single question. */
  pageKeys?: boolean
  /** Does not announce the verdict, because it was shown from the start. */
  quiet?: boolean
  /** 背题: shows the right answer without a verdict. */
  recite?: boolean
}

/** One question of any type: stem, answer and result. The page shows its number and what is around it. */
export function QuestionView(props: QuestionViewProps) {
  const { question, answer, onAnswer, result, readOnly = result !== undefined, pageKeys = false, quiet, recite } = props
  if (question.type !== 'material') {
    return (
      <div data-answer className="space-y-4">
        <PartView
          part={question}
          answer={answer?.type === 'material' ? null : answer}
          onAnswer={onAnswer}
          outcome={result}
          readOnly={readOnly}
          pageKeys={pageKeys}
        />
        {result && <OutcomeView part={question} outcome={result} quiet={quiet} recite={recite} />}
        {result?.site && <SiteAnswersLine question={question} site={result.site} />}
      </div>
    )
  }
  const given = answer?.type === 'material' ? answer.parts : []
  return (
    <div data-answer className="space-y-4">
      <div className="rounded-card bg-fill p-3.5">
        <RichText html={question.stem} />
      </div>
      {question.parts.map((part, index) => {
        const scored = result?.parts.find(({ id }) => id === part.id)
        return (
          <section key={part.id} aria-label={`第 ${index + 1} 小题`} className="space-y-3">
            <p className="flex items-center gap-2 text-13 text-ink-2">
              <span className="tabular-nums font-semibold text-ink">（{index + 1}）</span>
              <TypeTag question={part} />
            </p>
            <PartView
              part={part}
              answer={partAnswer(given, part.id)}
              onAnswer={(next) => onAnswer(setPartAnswer(answer, part.id, next))}
              outcome={scored}
              readOnly={readOnly}
              pageKeys={false}
            />
            {scored && <OutcomeView part={part} outcome={scored} quiet recite={recite} />}
          </section>
        )
      })}
      {result && !recite && (
        <div role={quiet ? undefined : 'status'}>
          <VerdictLine outcome={result} />
        </div>
      )}
      {result?.analysis && <RichText html={result.analysis} className="text-15!" />}
      {result?.site && <SiteAnswersLine question={question} site={result.site} />}
    </div>
  )
}

/** Type and points, with a hint where the type alone is unclear. */
export function TypeTag({ question }: { question: PublicQuestion | PublicPart }) {
  const hint = question.type === 'material' ? undefined : typeViews[question.type].hint
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Tag>
        {typeNames[question.type]} · {pointsOf(question.score)} 分
      </Tag>
      {hint && <span className="text-12 text-ink-3">{hint}</span>}
    </span>
  )
}
