import type {
  Answer,
  AnswerKey,
  PartAnswer,
  PublicPart,
  PublicQuestion,
  ScoredPart as PublicScoredPart,
  ScoredQuestion,
} from '@dxx/contract/questions'
import { type PaperIds, shuffled } from './paper'
import type { Body, Given, PartBody, PartDetail, PartGiven, PartRubric, Rubric, Scored } from './rubric'
import { verdictOfShare } from './score/share'

/** A version of a question, as it is read for showing or scoring. */
export interface Version {
  id: number
  questionId: number
  uid: string
  difficulty: number
  tags: string[]
  body: Body
  rubric: Rubric
  /** SQL of the dataset that programs work on. */
  setup: string
}

/** How a version looks in one paper. `link` puts in the addresses of pictures. */
export interface View {
  ids: PaperIds
  link: (html: string) => string
}

const points = (hundredths: number) => hundredths / 100

/** The id of a part is its paper's; `at` is empty for a question and `p0.` for its first part. */
const place = (at: string, kind: string, index: number) => `${at}${kind}${index}`

export function publicQuestion(version: Version, view: View): PublicQuestion {
  const { uid, difficulty, tags, body } = version
  const about = { difficulty, tags }
  if (body.type !== 'material') return { ...publicPart(version, body, uid, '', view), ...about }
  return {
    type: 'material',
    id: uid,
    score: points(body.score),
    stem: view.link(body.stem),
    parts: body.parts.map((part, i) => publicPart(version, part, partId(version, i, view), `p${i}.`, view)),
    ...about,
  }
}

const partId = (version: Version, index: number, { ids }: View) => ids.id(version.id, place('', 'p', index))

function publicPart(version: Version, body: PartBody, id: string, at: string, { ids, link }: View): PublicPart {
  const common = { id, score: points(body.score), stem: link(body.stem) }
  const named = (htmls: string[], kind: string) =>
    htmls.map((html, i) => ({ id: ids.id(version.id, place(at, kind, i)), html: link(html) }))
  switch (body.type) {
    case 'judge':
    case 'short':
      return { type: body.type, ...common }
    case 'blank':
      return { type: 'blank', ...common, blanks: body.blanks }
    case 'order':
      return { type: 'order', ...common, items: shuffled(named(body.items, 'i')) }
    case 'match':
      return { type: 'match', ...common, lefts: named(body.lefts, 'l'), rights: shuffled(named(body.rights, 'r')) }
    case 'code': {
      const { language, starter, samples, hiddenTests } = body
      return { type: 'code', ...common, language, starter, samples, hiddenTests, setup: version.setup }
    }
    default: {
      const options = named(
        body.options.map(({ html }) => html),
        'o',
      ).map((option, i) => ({ ...option, fixed: body.options[i]!.fixed }))
      const shown = shuffled(options).map(({ id: option, html }) => ({ id: option, html }))
      return { type: body.type, ...common, options: shown }
    }
  }
}

/** What the outside said, by the question's own numbering. Undefined where it does not fit the question. */
export function readAnswer(version: Version, answer: Answer, { ids }: Pick<View, 'ids'>): Given | undefined {
  const { body } = version
  if (body.type !== 'material') return answer.type === 'material' ? undefined : readPart(version, body, answer, '', ids)
  if (answer.type !== 'material') return undefined
  const parts: (PartGiven | null)[] = body.parts.map(() => null)
  for (const { id, answer: said } of answer.parts) {
    const index = body.parts.findIndex((_, i) => ids.id(version.id, place('', 'p', i)) === id)
    const read = index < 0 ? undefined : readPart(version, body.parts[index]!, said, `p${index}.`, ids)
    if (!read || parts[index]) return undefined
    parts[index] = read
  }
  return { type: 'material', parts }
}

function readPart(
  version: Version,
  body: PartBody,
  answer: PartAnswer,
  at: string,
  ids: PaperIds,
): PartGiven | undefined {
  if (answer.type !== body.type) return undefined
  /** Numbers of ids, each at most once; undefined where one is unknown. */
  const indexes = (said: string[], kind: string, count: number): number[] | undefined => {
    const known = new Map(Array.from({ length: count }, (_, i) => [ids.id(version.id, place(at, kind, i)), i]))
    const found = said.map((id) => known.get(id))
    return found.includes(undefined) || new Set(found).size < found.length ? undefined : (found as number[])
  }
  switch (answer.type) {
    case 'judge':
    case 'short':
    case 'code':
      return answer
    case 'blank':
      return answer.blanks.length <= (body as Of<'blank'>).blanks ? answer : undefined
    case 'order': {
      const items = indexes(answer.items, 'i', (body as Of<'order'>).items.length)
      return items && { type: 'order', items }
    }
    case 'match': {
      const { lefts, rights } = body as Of<'match'>
      const left = indexes(
        answer.pairs.map((pair) => pair.left),
        'l',
        lefts.length,
      )
      const right = answer.pairs.map((pair) => indexes([pair.right], 'r', rights.length)?.[0])
      if (!left || right.includes(undefined)) return undefined
      const pairs: (number | null)[] = lefts.map(() => null)
      left.forEach((index, i) => {
        pairs[index] = right[i]!
      })
      return { type: 'match', pairs }
    }
    default: {
      const options = indexes(answer.options, 'o', (body as Extract<PartBody, { options: unknown }>).options.length)
      if (!options || (answer.type === 'single' && options.length > 1)) return undefined
      return { type: answer.type, options }
    }
  }
}

type Of<T extends PartBody['type']> = Extract<PartBody, { type: T }>

/** What was answered, by the ids of a paper. */
export function sayAnswer(version: Version, given: Given, { ids }: Pick<View, 'ids'>): Answer {
  if (given.type !== 'material') return writePart(version, given, '', ids)!
  const parts = given.parts.flatMap((part, i) => {
    const answer = writePart(version, part, `p${i}.`, ids)
    return answer ? [{ id: ids.id(version.id, place('', 'p', i)), answer }] : []
  })
  return { type: 'material', parts }
}

function writePart(version: Version, given: PartGiven | null, at: string, ids: PaperIds): PartAnswer | null {
  if (!given) return null
  const name = (kind: string) => (index: number) => ids.id(version.id, place(at, kind, index))
  switch (given.type) {
    case 'judge':
    case 'short':
    case 'code':
    case 'blank':
      return given
    case 'order':
      return { type: 'order', items: given.items.map(name('i')) }
    case 'match':
      return { type: 'match', pairs: pairsOf(given.pairs, name) }
    default:
      return { type: given.type, options: given.options.map(name('o')) }
  }
}

const pairsOf = (pairs: (number | null)[], name: (kind: string) => (index: number) => string) =>
  pairs.flatMap((right, left) => (right === null ? [] : [{ left: name('l')(left), right: name('r')(right) }]))

/** All there is to tell after scoring. While a program is still being run, nothing more than that is told. */
export function scoredQuestion(version: Version, given: Given | null, scored: Scored, view: View): ScoredQuestion {
  const { rubric } = version
  const question = publicQuestion(version, view)
  const told = scored.verdict !== 'grading'
  const outcome = { verdict: scored.verdict, score: points(scored.score), maxScore: points(rubric.score) }
  const analysis = told ? view.link(rubric.analysis) : ''
  const answer = given && sayAnswer(version, given, view)
  if (rubric.type !== 'material') {
    const key = told ? keyOf(version, rubric, scored.detail as PartDetail, '', view) : null
    return { question, answer, ...outcome, key, analysis, parts: [] }
  }
  const saidParts = given?.type === 'material' ? given.parts : []
  const scoredParts = scored.detail.type === 'material' ? scored.detail.parts : []
  const parts: PublicScoredPart[] = rubric.parts.map((part, i) => {
    const { verdict, score, detail } = scoredParts[i]!
    return {
      id: partId(version, i, view),
      answer: writePart(version, saidParts[i] ?? null, `p${i}.`, view.ids),
      verdict,
      score: points(score),
      maxScore: points(part.score),
      key: told ? keyOf(version, part, detail, `p${i}.`, view) : null,
      analysis: told ? view.link(part.analysis) : '',
    }
  })
  return { question, answer, ...outcome, key: told ? { type: 'material' } : null, analysis, parts }
}

function keyOf(version: Version, rubric: PartRubric, detail: PartDetail, at: string, { ids, link }: View): AnswerKey {
  const name = (kind: string) => (index: number) => ids.id(version.id, place(at, kind, index))
  switch (rubric.type) {
    case 'judge':
      return { type: 'judge', value: rubric.value }
    case 'blank': {
      const shares = detail.type === 'blank' ? detail.shares : []
      return {
        type: 'blank',
        blanks: rubric.blanks.map((accepted, i) => ({
          accepted: accepted.filter(({ share }) => verdictOfShare(share) === 'right').map(sayAccepted),
          verdict: verdictOfShare(shares[i] ?? 0),
        })),
      }
    }
    case 'short':
      return {
        type: 'short',
        reference: link(rubric.reference),
        points: rubric.points.map(({ score, html }) => ({ score: points(score), html: link(html) })),
      }
    case 'order':
      return { type: 'order', items: Array.from({ length: rubric.count }, (_, i) => name('i')(i)) }
    case 'match':
      return { type: 'match', pairs: pairsOf(rubric.pairs, name) }
    case 'code': {
      const grade = detail.type === 'code' ? detail.grade : undefined
      const tests = (grade?.tests ?? []).map(({ verdict, hidden, shown }) => ({ verdict, hidden, shown }))
      return { type: 'code', solution: rubric.solution, tests, compileError: grade?.compileError ?? null }
    }
    default:
      return { type: rubric.type, options: rubric.right.map(name('o')) }
  }
}

function sayAccepted(accepted: Extract<PartRubric, { type: 'blank' }>['blanks'][number][number]): string {
  if ('text' in accepted) return accepted.text
  return /^0*\.?0*$/.test(accepted.tolerance) ? accepted.value : `${accepted.value} ± ${accepted.tolerance}`
}
