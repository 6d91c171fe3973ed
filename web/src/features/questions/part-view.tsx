import type { AnswerKey, PartAnswer, PublicPart, Verdict } from '@dxx/contract/questions'
import { lazy, Suspense, useId } from 'react'
import { Skeleton } from '../../ui/skeleton'
import { Textarea } from '../../ui/textarea'
import { BlankField } from './blank-field'
import { ChoiceField, OptionText } from './choice-field'
import { MatchField } from './match-field'
import { OrderField } from './order-field'
import { RichText } from './rich-text'

const CodeField = lazy(async () => ({ default: (await import('./code-field')).CodeField }))

/** What is told after scoring, of a question or of a part. */
export interface Outcome {
  verdict: Verdict
  score: number
  maxScore: number
  key: AnswerKey | null
  analysis: string
}

export interface PartViewProps {
  part: PublicPart
  answer: PartAnswer | null
  onAnswer(answer: PartAnswer | null): void
  /** Shows what is right. */
  outcome?: Outcome
  readOnly: boolean
  pageKeys: boolean
}

const judgements = [
  { id: 'true', label: <span className="text-15">对</span> },
  { id: 'false', label: <span className="text-15">错</span> },
]

/** What is asked and where it is answered. */
export function PartView(props: PartViewProps) {
  const id = useId()
  const { part, answer, onAnswer, outcome, readOnly } = props
  if (part.type === 'blank') {
    const key = outcome?.key?.type === 'blank' ? outcome.key : undefined
    return (
      <BlankField
        id={id}
        stem={part.stem}
        count={part.blanks}
        values={answer?.type === 'blank' ? answer.blanks : []}
        verdicts={key?.blanks}
        readOnly={readOnly}
        onChange={(blanks) => onAnswer(blanks.some((blank) => blank !== '') ? { type: 'blank', blanks } : null)}
      />
    )
  }
  return (
    <div className="space-y-4">
      <RichText id={id} html={part.stem} />
      <Field {...props} part={part} labelledBy={id} />
    </div>
  )
}

type FieldProps = PartViewProps & { part: Exclude<PublicPart, { type: 'blank' }>; labelledBy: string }

function Field({ part, answer, onAnswer, outcome, readOnly, pageKeys, labelledBy }: FieldProps) {
  const key = outcome?.key ?? undefined
  const common = { labelledBy, readOnly }
  switch (part.type) {
    case 'judge':
      return (
        <ChoiceField
          {...common}
          options={judgements}
          chosen={answer?.type === 'judge' ? [String(answer.value)] : []}
          many={false}
          right={key?.type === 'judge' ? [String(key.value)] : undefined}
          pageKeys={pageKeys}
          onChoose={([chosen]) => onAnswer({ type: 'judge', value: chosen === 'true' })}
        />
      )
    case 'short':
      return (
        <Textarea
          label="我的回答"
          hideLabel
          placeholder={readOnly ? '没有作答' : '写下你的回答，边写边存'}
          rows={6}
          maxLength={10_000}
          readOnly={readOnly}
          value={answer?.type === 'short' ? answer.text : ''}
          onChange={(text) => onAnswer(text ? { type: 'short', text } : null)}
        />
      )
    case 'order':
      return (
        <OrderField
          {...common}
          items={part.items}
          order={answer?.type === 'order' ? answer.items : null}
          right={key?.type === 'order' ? key.items : undefined}
          onOrder={(items) => onAnswer({ type: 'order', items })}
        />
      )
    case 'match':
      return (
        <MatchField
          {...common}
          lefts={part.lefts}
          rights={part.rights}
          pairs={answer?.type === 'match' ? answer.pairs : []}
          right={key?.type === 'match' ? key.pairs : undefined}
          onPair={(pairs) => onAnswer(pairs.length > 0 ? { type: 'match', pairs } : null)}
        />
      )
    case 'code':
      return (
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <CodeField
            question={part}
            source={answer?.type === 'code' ? answer.source : part.starter}
            readOnly={readOnly}
            onChange={(source) => onAnswer(source === part.starter ? null : { type: 'code', source })}
          />
        </Suspense>
      )
    default:
      return (
        <ChoiceField
          {...common}
          options={part.options.map(({ id, html }) => ({ id, label: <OptionText html={html} /> }))}
          chosen={answer && 'options' in answer ? answer.options : []}
          many={part.type !== 'single'}
          right={key && 'options' in key ? key.options : undefined}
          pageKeys={pageKeys}
          onChoose={(options) => onAnswer(options.length > 0 ? { type: part.type, options } : null)}
        />
      )
  }
}
