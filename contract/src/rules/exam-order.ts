import type { PublicPart, PublicQuestion } from '../questions'

export interface Order {
  /** Seed of the attempt. */
  seed: number
  shuffle: { questions: boolean; options: boolean }
  /** Ids of options that are not shuffled, such as 以上都不对. */
  fixed: readonly string[]
}

/**
 * Arranges a shared paper in the order of one attempt. Both client and server run this function, so the server
 * serialises a paper only once for all students. A change here would reorder attempts in progress, so a test fixes the
 * result.
 *
 * Questions are shuffled only among adjacent questions of the same type: 一、单选题 stays before 二、多选题. The
 * question parts of a 材料题 keep their order, because they often build on each other.
 */
export function arrangePaper(questions: readonly PublicQuestion[], { seed, shuffle, fixed }: Order): PublicQuestion[] {
  const stays = new Set(fixed)
  const shown = shuffle.questions ? shuffleRuns(questions, seed) : [...questions]
  return shuffle.options ? shown.map((question) => shuffleOptions(question, seed, stays)) : shown
}

/**
 * Number of each question on the paper of one attempt, from 1, by id. `questions` is the composed paper with its void
 * questions, so that the numbers of the others never change.
 */
export function numbersOnPaper(
  questions: readonly Pick<PublicQuestion, 'id' | 'type'>[],
  { seed, shuffle }: Pick<Order, 'seed' | 'shuffle'>,
): Map<string, number> {
  const shown = shuffle.questions ? shuffleRuns(questions, seed) : questions
  return new Map(shown.map(({ id }, index) => [id, index + 1]))
}

function shuffleRuns<T extends Pick<PublicQuestion, 'id' | 'type'>>(questions: readonly T[], seed: number): T[] {
  const shown: T[] = []
  for (let from = 0; from < questions.length; ) {
    let to = from + 1
    while (to < questions.length && questions[to]!.type === questions[from]!.type) to++
    shown.push(...byChance(questions.slice(from, to), seed))
    from = to
  }
  return shown
}

function shuffleOptions<T extends PublicPart>(question: T, seed: number, stays: Set<string>): PublicPart
function shuffleOptions(question: PublicQuestion, seed: number, stays: Set<string>): PublicQuestion
function shuffleOptions(
  question: PublicQuestion | PublicPart,
  seed: number,
  stays: Set<string>,
): PublicQuestion | PublicPart {
  const mixed = <O extends { id: string }>(options: O[]): O[] => {
    const moving = byChance(
      options.filter(({ id }) => !stays.has(id)),
      seed,
    )
    return options.map((option) => (stays.has(option.id) ? option : moving.shift()!))
  }
  switch (question.type) {
    case 'single':
    case 'multiple':
    case 'indefinite':
      return { ...question, options: mixed(question.options) }
    case 'order':
      return { ...question, items: mixed(question.items) }
    case 'match':
      return { ...question, rights: mixed(question.rights) }
    case 'material':
      return { ...question, parts: question.parts.map((part) => shuffleOptions(part, seed, stays)) }
    case 'judge':
    case 'blank':
    case 'short':
    case 'code':
    case 'number':
      return question
  }
}

/** Shuffles by sorting by a hash of seed and id, so that adding or removing a question does not reorder the others. */
export function byChance<T extends { id: string }>(things: T[], seed: number): T[] {
  const keyed = things.map((thing) => ({ thing, key: mix(seed, thing.id) }))
  keyed.sort((a, b) => a.key - b.key || (a.thing.id < b.thing.id ? -1 : 1))
  return keyed.map(({ thing }) => thing)
}

/** FNV-1a over the id, initialised with the seed and finalised as in murmur3. */
function mix(seed: number, id: string): number {
  let hash = (seed ^ 0x811c9dc5) >>> 0
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193) >>> 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0
  return (hash ^ (hash >>> 16)) >>> 0
}
