import type { DraftBody } from '@dxx/contract/calls/staff/exam-drafts'
import type { QuestionBrief } from '@dxx/contract/calls/staff/exam-shapes'
import { typeNames } from '@dxx/contract/rules/question-names'

/** Pure functions that edit a draft: each returns a new body, or the same body if nothing changes. */

export type DraftSection = DraftBody['sections'][number]
export type DraftQuestion = DraftSection['questions'][number]
export type Briefs = ReadonlyMap<string, QuestionBrief>

/** Place of a question: index of its section, and index within the section, both from 0. */
export interface QuestionPosition {
  section: number
  index: number
}

const numerals = '一二三四五六七八九'

/** A section number from 1 to 50 in Chinese numerals: 一, 十二, 二十. */
export function numeral(n: number): string {
  const [tens, ones] = [Math.floor(n / 10), n % 10]
  const head = tens === 0 ? '' : `${tens === 1 ? '' : numerals[tens - 1]}十`
  return head + (ones === 0 ? '' : numerals[ones - 1])
}

export const listDraftQuestions = (body: DraftBody): DraftQuestion[] =>
  body.sections.flatMap(({ questions }) => questions)

export function placeOf(body: DraftBody, question: string): QuestionPosition | null {
  for (const [section, { questions }] of body.sections.entries()) {
    const index = questions.findIndex((one) => one.question === question)
    if (index >= 0) return { section, index }
  }
  return null
}

/** Number of a question on the paper, from 1. */
export const questionNumberAt = (body: DraftBody, { section, index }: QuestionPosition): number =>
  body.sections.slice(0, section).reduce((sum, { questions }) => sum + questions.length, 0) + index + 1

const withSections = (body: DraftBody, sections: DraftSection[]): DraftBody => ({ ...body, sections })

const changeSection = (body: DraftBody, at: number, change: (section: DraftSection) => DraftSection): DraftBody =>
  withSections(
    body,
    body.sections.map((section, i) => (i === at ? change(section) : section)),
  )

export function insertQuestions(
  body: DraftBody,
  { section, index }: QuestionPosition,
  items: DraftQuestion[],
): DraftBody {
  return changeSection(body, section, (one) => ({
    ...one,
    questions: [...one.questions.slice(0, index), ...items, ...one.questions.slice(index)],
  }))
}

export const removeQuestion = (body: DraftBody, { section, index }: QuestionPosition): DraftBody =>
  changeSection(body, section, (one) => ({ ...one, questions: one.questions.filter((_, i) => i !== index) }))

/** Moves a question before the question that is at `to` now. */
export function moveQuestion(body: DraftBody, from: QuestionPosition, to: QuestionPosition): DraftBody {
  const item = body.sections[from.section]?.questions[from.index]
  if (!item || !body.sections[to.section]) return body
  const shift = from.section === to.section && from.index < to.index ? 1 : 0
  if (from.section === to.section && from.index === to.index - shift) return body
  return insertQuestions(removeQuestion(body, from), { ...to, index: to.index - shift }, [item])
}

/** Moves a question up or down by one; at the edge of its section, into the neighbouring section. */
export function moveQuestionByOne(
  body: DraftBody,
  from: QuestionPosition,
  by: -1 | 1,
): { body: DraftBody; place: QuestionPosition } {
  const length = body.sections[from.section]?.questions.length ?? 0
  const index = from.index + by
  if (index >= 0 && index < length) {
    const place = { ...from, index }
    return { body: moveQuestion(body, from, { ...from, index: by === 1 ? index + 1 : index }), place }
  }
  const section = from.section + by
  const next = body.sections[section]
  if (!next) return { body, place: from }
  const place = { section, index: by === 1 ? 0 : next.questions.length }
  return { body: moveQuestion(body, from, place), place }
}

/** Index of the section for a question of this type: one of the same type, else an empty last one, else a new one. */
function sectionFor(body: DraftBody, { type }: QuestionBrief, briefs: Briefs): number {
  const same = body.sections.findLastIndex(
    ({ questions }) => questions.length > 0 && questions.every(({ question }) => briefs.get(question)?.type === type),
  )
  if (same >= 0) return same
  const last = body.sections.length - 1
  return last >= 0 && body.sections[last]!.questions.length === 0 ? last : last + 1
}

/** Adds questions to the sections of their types. Skips questions that are on the paper already. */
export function addQuestions(body: DraftBody, added: readonly QuestionBrief[], known: Briefs): DraftBody {
  const briefs = new Map(known)
  let next = body
  for (const brief of added) {
    if (placeOf(next, brief.id)) continue
    briefs.set(brief.id, brief)
    const section = sectionFor(next, brief, briefs)
    if (section === next.sections.length) next = addSection(next, typeNames[brief.type])
    const { questions } = next.sections[section]!
    next = insertQuestions(next, { section, index: questions.length }, [
      { question: brief.id, points: commonSectionPoints(questions) },
    ])
  }
  return next
}

/** Points set for all questions of a section; null: they differ, or the points of the question bank apply. */
export function commonSectionPoints(questions: readonly DraftQuestion[]): number | null {
  const [first] = questions
  return first && questions.every(({ points }) => points === first.points) ? first.points : null
}

export const addSection = (body: DraftBody, name: string): DraftBody =>
  withSections(body, [...body.sections, { title: `${numeral(body.sections.length + 1)}、${name}`, questions: [] }])

export const renameSection = (body: DraftBody, at: number, title: string): DraftBody =>
  changeSection(body, at, (section) => ({ ...section, title }))

export const removeSection = (body: DraftBody, at: number): DraftBody =>
  withSections(
    body,
    body.sections.filter((_, i) => i !== at),
  )

const sectionNumber = /^([一二三四五六七八九十]+)、/

/** Numbers the titles of sections again that were numbered by their old place. */
function renumbered(before: DraftBody, after: DraftBody): DraftBody {
  const isNumbered = (section: DraftSection) =>
    sectionNumber.exec(section.title)?.[1] === numeral(before.sections.indexOf(section) + 1)
  return withSections(
    after,
    after.sections.map((section, at) =>
      before.sections.includes(section) && isNumbered(section)
        ? { ...section, title: section.title.replace(sectionNumber, `${numeral(at + 1)}、`) }
        : section,
    ),
  )
}

/** Removes a question and, if it was the last one, its section, so that no empty section stays on the paper. */
export function takeOutQuestion(body: DraftBody, place: QuestionPosition): DraftBody {
  const isLast = body.sections[place.section]?.questions.length === 1
  return isLast ? renumbered(body, removeSection(body, place.section)) : removeQuestion(body, place)
}

export const insertSection = (body: DraftBody, at: number, section: DraftSection): DraftBody =>
  withSections(body, [...body.sections.slice(0, at), section, ...body.sections.slice(at)])

/** Undoes the removal of a section. */
const putBackSection = (body: DraftBody, at: number, section: DraftSection): DraftBody =>
  renumbered(body, insertSection(body, at, section))

/** Undoes `takeOutQuestion`; `section` is the section of the question before it was taken out. */
export function putBackQuestion(
  body: DraftBody,
  from: QuestionPosition,
  item: DraftQuestion,
  section: DraftSection,
): DraftBody {
  if (placeOf(body, item.question)) return body
  if (section.questions.length === 1) return putBackSection(body, Math.min(from.section, body.sections.length), section)
  const at = Math.min(from.section, body.sections.length - 1)
  if (at < 0) return body
  return insertQuestions(body, { section: at, index: Math.min(from.index, body.sections[at]!.questions.length) }, [
    item,
  ])
}

export function moveSection(body: DraftBody, from: number, to: number): DraftBody {
  const section = body.sections[from]
  if (!section || to < 0 || to >= body.sections.length) return body
  return insertSection(removeSection(body, from), to, section)
}

export const setDraw = (body: DraftBody, at: number, draw: number | undefined): DraftBody =>
  changeSection(body, at, ({ draw: _, ...section }) => (draw === undefined ? section : { ...section, draw }))

export const setPoints = (body: DraftBody, { section, index }: QuestionPosition, points: number | null): DraftBody =>
  changeSection(body, section, (one) => ({
    ...one,
    questions: one.questions.map((question, i) => (i === index ? { ...question, points } : question)),
  }))

export const setSectionPoints = (body: DraftBody, at: number, points: number | null): DraftBody =>
  changeSection(body, at, (section) => ({
    ...section,
    questions: section.questions.map((question) => ({ ...question, points })),
  }))
