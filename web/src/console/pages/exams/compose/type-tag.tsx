import type { QuestionType } from '@dxx/contract/questions'
import { typeNames } from '@dxx/contract/rules/question-names'
import { StateTag, type Tone } from '../../../kit/tag'

const tones: Record<QuestionType, Tone> = {
  single: 'blue',
  multiple: 'violet',
  indefinite: 'violet',
  judge: 'green',
  blank: 'teal',
  number: 'teal',
  short: 'amber',
  material: 'amber',
  order: 'rose',
  match: 'rose',
  code: 'grey',
}

export function QuestionTypeTag({ type }: { type: QuestionType }) {
  return <StateTag tone={tones[type]}>{typeNames[type].replace(/题$/, '')}</StateTag>
}
