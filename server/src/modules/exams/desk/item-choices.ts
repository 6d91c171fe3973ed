import type { Version } from '../../../questions/present'
import type { Given, PartGiven } from '../../../questions/rubric'
import type { Ruling } from '../../../questions/ruling'
import { partTypes } from '../../../questions/types'
import { questionPlainText } from '../../../text/question-text'

/** Options of a question, or of one question part of a 材料题. */
export interface ChoiceGroup {
  part: number | null
  choices: { label: string; text: string; right: boolean; isChosen(given: Given | null): boolean }[]
}

export const unansweredLabel = '未答'

/** Options of a question with those that count as right under its ruling; empty for types without options. */
export function choiceGroups(
  { body, rubric }: Pick<Version, 'body' | 'rubric'>,
  ruling: Ruling | undefined,
): ChoiceGroup[] {
  const rubrics = ruling?.kind === 'key' ? [...(ruling.keepKey ? [rubric] : []), ...ruling.rubrics] : [rubric]
  const bodies = body.type === 'material' ? body.parts : [body]
  return bodies.flatMap((one, index) => {
    const choices = partTypes[one.type].choices?.(one)
    if (!choices) return []
    const part = body.type === 'material' ? index : null
    const partOf = (given: Given | null): PartGiven | null =>
      given?.type === 'material' ? (given.parts[index] ?? null) : given
    const keys = rubrics.map((key) => (key.type === 'material' ? key.parts[index]! : key))
    const listed = choices.map(({ label, html, isRight, isChosen }) => ({
      label,
      text: questionPlainText(html).slice(0, 80),
      right: keys.some(isRight),
      isChosen(given: Given | null) {
        const partGiven = partOf(given)
        return partGiven !== null && isChosen(partGiven)
      },
    }))
    const unanswered = {
      label: unansweredLabel,
      text: '',
      right: false,
      isChosen: (given: Given | null) => partOf(given) === null,
    }
    return [{ part, choices: [...listed, unanswered] }]
  })
}
