import type { Body, Given, PartBody, PartGiven } from '../../questions/rubric'
import { partTypes } from '../../questions/types'

/** Numbers of options in `first_answers.chosen`: 100 × question part + option. */
const partStep = 100
const unanswered = 99

const partsOf = (body: Body): PartBody[] => (body.type === 'material' ? body.parts : [body])

/** Options that an answer chose, over all question parts with options. */
export function chosenOptions(body: Body, given: Given | null): number[] {
  return partsOf(body).flatMap((one, part) => {
    const choices = partTypes[one.type].choices?.(one)
    if (!choices) return []
    const partGiven: PartGiven | null = given?.type === 'material' ? (given.parts[part] ?? null) : given
    if (partGiven === null) return [part * partStep + unanswered]
    return choices.flatMap(({ isChosen }, option) => (isChosen(partGiven) ? [part * partStep + option] : []))
  })
}

/** Options of all question parts with their numbers; `part` is null for a question without parts. */
export function numberedOptions(body: Body) {
  return partsOf(body).flatMap((one, index) =>
    (partTypes[one.type].choices?.(one) ?? []).map(({ label, html, isRight }, option) => ({
      number: index * partStep + option,
      part: body.type === 'material' ? index : null,
      option,
      index,
      label,
      html,
      isRight,
    })),
  )
}
