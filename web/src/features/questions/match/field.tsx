import type { AnswerKey, PartAnswer, PublicPart } from '@dxx/contract/questions'
import type { FieldProps, Progress } from '../definition'
import { MatchPairs } from './pairs'

export type MatchPart = Extract<PublicPart, { type: 'match' }>
export type MatchAnswer = Extract<PartAnswer, { type: 'match' }>
export type MatchKey = Extract<AnswerKey, { type: 'match' }>

export function MatchField(props: FieldProps<MatchPart, MatchAnswer, MatchKey>) {
  const { part, answer, answerKey, readOnly, stemId, onAnswer } = props
  return (
    <MatchPairs
      labelledBy={stemId}
      readOnly={readOnly}
      lefts={part.lefts}
      rights={part.rights}
      pairs={answer?.pairs ?? []}
      right={answerKey?.pairs}
      onPair={(pairs) => onAnswer(pairs.length > 0 ? { type: 'match', pairs } : null)}
    />
  )
}

export function matchProgress({ lefts }: MatchPart, { pairs }: MatchAnswer): Progress {
  return pairs.length === 0 ? 'none' : pairs.length < lefts.length ? 'partial' : 'done'
}
