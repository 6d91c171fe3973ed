import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import type { Answer, AnswerKey, PartAnswer, PublicQuestion } from '@dxx/contract/questions'
import type { StaffData } from '../../../api/client'
import { hasAnswerKey } from './paper-question'
import type { RulingDraft } from './ruling-form'

type Paper = StaffData<'GET /staff/v1/exam_paper'>

type Blanks = Extract<AnswerKey, { type: 'blank' }>['blanks']

/** An accepted text as it is typed: without the dollar signs of a formula. */
const typedText = (text: string) => (/^\$.+\$$/s.test(text) ? text.slice(1, -1) : text)

function blankTexts(blanks: Blanks, published: Blanks): string[] {
  const isPublished = (at: number) => `${blanks[at]!.accepted}` === `${published[at]?.accepted}`
  // A blank that was left empty has the published texts; all of them count as long as it stays empty.
  const isOnlyPublished = blanks.every((_, at) => isPublished(at))
  return blanks.map(({ accepted: [first = ''] }, at) => (!isOnlyPublished && isPublished(at) ? '' : typedText(first)))
}

function partAnswer(key: AnswerKey, published: AnswerKey | undefined): PartAnswer | null {
  switch (key.type) {
    case 'blank':
      return { type: 'blank', blanks: blankTexts(key.blanks, published?.type === 'blank' ? published.blanks : []) }
    case 'number':
      return { type: 'number', value: key.value, unit: key.units[0] ?? '' }
    case 'short':
    case 'code':
    case 'material':
      return null
    default:
      return key
  }
}

/** The answer that accepts these keys: as a student would give it, without the question parts whose key is unchanged. */
export function acceptedAnswer(question: PublicQuestion, keys: AnswerKey[], published: AnswerKey[]): Answer | null {
  if (question.type !== 'material') return keys[0] ? partAnswer(keys[0], published[0]) : null
  const parts = question.parts.flatMap(({ id }, at) => {
    const key = keys[at]
    const answer = key && JSON.stringify(key) !== JSON.stringify(published[at]) ? partAnswer(key, published[at]) : null
    return answer ? [{ id, answer }] : []
  })
  return { type: 'material', parts }
}

/** The scoring that applies now, as the start of the form. */
export function currentRuling(exam: StaffExam, paper: Paper, question: PublicQuestion): RulingDraft {
  const kind = exam.rulings.find((one) => one.question === question.id)?.kind
  const ruling = paper.rulings.find((one) => one.question === question.id)
  const published = paper.keys[paper.questions.indexOf(question)]?.keys ?? []
  const accepted = kind === 'key' && ruling ? ruling.accepted : []
  return {
    kind: kind && kind !== 'original' ? kind : hasAnswerKey(question.type) ? 'key' : 'give',
    // A new ruling replaces the last one, so that answers accepted before have to be sent again.
    answers: accepted.length > 0 ? accepted.map((keys) => acceptedAnswer(question, keys, published)) : [null],
    keepKey: accepted.length > 0 ? ruling!.keepKey : true,
    reason: '',
  }
}
