import type {
  Answer,
  PartAnswer,
  PublicPart,
  PublicQuestion,
  ScoredPart,
  ScoredQuestion,
  SiteAnswers,
} from '@dxx/contract/questions'
import type { PartView } from './definition'
import type { Body, Given, PartBody, PartDetail, PartGiven, PartRubric, Rubric, Scored } from './rubric'
import { partTypes } from './types'

/** A question version, loaded for display or scoring. */
export interface Version {
  id: number
  questionId: number
  uid: string
  difficulty: number
  tags: string[]
  body: Body
  rubric: Rubric
  /** SQL of the dataset used by programs. */
  setup: string
}

/** Ids of one paper: `place` names an element of a question version, such as `o2` or `p0.o2`. */
interface PaperIds {
  id(versionId: number, place: string): string
}

/** Rendering of a version in one paper. `link` inserts media URLs. */
export interface View {
  ids: PaperIds
  link: (html: string) => string
}

/** Returns how all users answered a version, with the option ids of a paper; undefined if too few answered. */
export type SiteAnswersOf = (version: Version, view: View) => SiteAnswers | undefined

const points = (hundredths: number) => hundredths / 100

type Ids = Pick<View, 'ids'>

const partId = (version: Version, index: number, { ids }: Ids) => ids.id(version.id, `p${index}`)

/** Ids of a question part in a paper; without `index`, ids of a question that has no parts. */
function idsOf(version: Version, { ids }: Ids, index?: number): Pick<PartView, 'id'> {
  const at = index === undefined ? '' : `p${index}.`
  return { id: (kind, number) => ids.id(version.id, `${at}${kind}${number}`) }
}

const viewOf = (version: Version, view: View, index?: number): PartView => ({
  ...idsOf(version, view, index),
  link: view.link,
  setup: version.setup,
})

export function publicQuestion(version: Version, view: View): PublicQuestion {
  const { uid, difficulty, tags, body } = version
  const about = { difficulty, tags }
  if (body.type !== 'material') return { ...publicPart(body, uid, viewOf(version, view)), ...about }
  return {
    type: 'material',
    id: uid,
    score: points(body.score),
    stem: view.link(body.stem),
    parts: body.parts.map((part, i) => publicPart(part, partId(version, i, view), viewOf(version, view, i))),
    ...about,
  }
}

/** Restores the author's order of options, which are otherwise sorted by their random ids. */
export function inAuthoredOrder({ id, body }: Version, question: PublicQuestion, { ids }: Ids): PublicQuestion {
  const ordered = <T extends { id: string }>(options: T[], at: string): T[] => {
    const places = new Map(options.map((_, i) => [ids.id(id, `${at}o${i}`), i]))
    return options.toSorted((a, b) => places.get(a.id)! - places.get(b.id)!)
  }
  if ('options' in question) return { ...question, options: ordered(question.options, '') }
  if (question.type !== 'material' || body.type !== 'material') return question
  const parts = question.parts.map((part, i) =>
    'options' in part ? { ...part, options: ordered(part.options, `p${i}.`) } : part,
  )
  return { ...question, parts }
}

const publicPart = (body: PartBody, id: string, view: PartView): PublicPart =>
  partTypes[body.type].show(body, { id, score: points(body.score), stem: view.link(body.stem) }, view)

/** Converts the ids of an answer to the author's numbering; undefined if the answer does not fit the question. */
export function readAnswer(version: Version, answer: Answer, view: Ids): Given | undefined {
  const { body } = version
  if (body.type !== 'material')
    return answer.type === 'material' ? undefined : readPart(body, answer, idsOf(version, view))
  if (answer.type !== 'material') return undefined
  const parts: (PartGiven | null)[] = body.parts.map(() => null)
  for (const { id, answer: partAnswer } of answer.parts) {
    const index = body.parts.findIndex((_, i) => partId(version, i, view) === id)
    const read = index < 0 ? undefined : readPart(body.parts[index]!, partAnswer, idsOf(version, view, index))
    if (!read || parts[index]) return undefined
    parts[index] = read
  }
  return { type: 'material', parts }
}

const readPart = (body: PartBody, answer: PartAnswer, ids: Pick<PartView, 'id'>): PartGiven | undefined =>
  answer.type === body.type ? partTypes[body.type].read(body, answer, ids) : undefined

/** Converts a stored answer to the ids of a paper. */
export function showAnswerWithIds(version: Version, given: Given, view: Ids): Answer {
  if (given.type !== 'material') return partTypes[given.type].write(given, idsOf(version, view))
  const parts = given.parts.flatMap((part, i) => {
    const answer = writePart(version, part, i, view)
    return answer ? [{ id: partId(version, i, view), answer }] : []
  })
  return { type: 'material', parts }
}

const writePart = (version: Version, given: PartGiven | null, index: number, view: Ids): PartAnswer | null =>
  given && partTypes[given.type].write(given, idsOf(version, view, index))

/** Returns the result of an answer. While a program is being graded, key and analysis are left out. */
export function scoredQuestion(
  version: Version,
  given: Given | null,
  scored: Scored,
  view: View,
  siteAnswers?: SiteAnswersOf,
): ScoredQuestion {
  const { rubric } = version
  const question = publicQuestion(version, view)
  const isGraded = scored.verdict !== 'grading'
  const outcome = { verdict: scored.verdict, score: points(scored.score), maxScore: points(rubric.score) }
  const analysis = isGraded ? view.link(rubric.analysis) : ''
  const site = isGraded ? siteAnswers?.(version, view) : undefined
  const answer = given && showAnswerWithIds(version, given, view)
  const keyOf = (part: PartRubric, detail: PartDetail, index?: number) =>
    isGraded ? partTypes[part.type].key(part, detail, viewOf(version, view, index)) : null
  if (rubric.type !== 'material') {
    const key = keyOf(rubric, scored.detail as PartDetail)
    return { question, answer, ...outcome, key, analysis, parts: [], site }
  }
  const saidParts = given?.type === 'material' ? given.parts : []
  const scoredParts = scored.detail.type === 'material' ? scored.detail.parts : []
  const parts: ScoredPart[] = rubric.parts.map((part, i) => {
    const { verdict, score, detail } = scoredParts[i]!
    return {
      id: partId(version, i, view),
      answer: writePart(version, saidParts[i] ?? null, i, view),
      verdict,
      score: points(score),
      maxScore: points(part.score),
      key: keyOf(part, detail, i),
      analysis: isGraded ? view.link(part.analysis) : '',
    }
  })
  return { question, answer, ...outcome, key: isGraded ? { type: 'material' } : null, analysis, parts, site }
}

/** Formats an answer as text for staff. */
export function answerText(given: Given | null): string {
  const partText = (part: PartGiven | null) => (part ? partTypes[part.type].asText(part) : '')
  return given?.type === 'material' ? given.parts.map(partText).join(' / ') : partText(given)
}

/** Texts of a question that a student may see. Does not take the rubric, so it cannot reveal the key. */
export function visibleTexts(body: Body, plain: (html: string) => string): string {
  const stem = plain(body.stem)
  if (body.type === 'material') return [stem, ...body.parts.map((part) => visibleTexts(part, plain))].join('\n')
  return [stem, ...partTypes[body.type].texts(body).map(plain)].join('\n')
}

/** Returns the right answer as text; empty for 材料题 and for types without a key. */
export function keyText({ body, rubric }: Pick<Version, 'body' | 'rubric'>, plain: (html: string) => string): string {
  if (body.type === 'material' || rubric.type === 'material') return ''
  return partTypes[body.type].keyText(body, rubric, plain)
}
