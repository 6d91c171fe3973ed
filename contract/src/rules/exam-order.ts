import type { PublicPart, PublicQuestion } from '../questions'

export interface Order {
  /** Of the attempt. */
  seed: number
  shuffle: { questions: boolean; options: boolean }
  /** Ids of options that keep their place, such as 以上都不对. */
  fixed: readonly string[]
}

/**
 * A shared paper in the order of one attempt. Both sides compute it, so that a paper is written once for everybody;
 * a change here would change the order of attempts that run, hence the test with fixed results.
 *
 * Questions change places only among neighbours of the same type: 一、单选题 stays before 二、多选题. The parts of a
 * 材料题 stay put, since they often lead on from one to the next.
 */
export function arrange(questions: readonly PublicQuestion[], { seed, shuffle, fixed }: Order): PublicQuestion[] {
  const stays = new Set(fixed)
  const shown = shuffle.questions ? shuffleRuns(questions, seed) : [...questions]
  return shuffle.options ? shown.map((question) => shuffleOptions(question, seed, stays)) : shown
}

function shuffleRuns(questions: readonly PublicQuestion[], seed: number): PublicQuestion[] {
  const shown: PublicQuestion[] = []
  for (let from = 0; from < questions.length; ) {
    let to = from + 1
    while (to < questions.length && questions[to]!.type === questions[from]!.type) to++
    shown.push(...byChance(questions.slice(from, to), seed))
    from = to
  }
  return shown
}

function shuffleOptions<T extends PublicQuestion | PublicPart>(question: T, seed: number, stays: Set<string>): T {
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
    default:
      return question
  }
}

/** By a number that the seed and the id give: no state to keep, and the same whatever else is on the paper. */
function byChance<T extends { id: string }>(things: T[], seed: number): T[] {
  const keyed = things.map((thing) => ({ thing, key: mix(seed, thing.id) }))
  keyed.sort((a, b) => a.key - b.key || (a.thing.id < b.thing.id ? -1 : 1))
  return keyed.map(({ thing }) => thing)
}

/** FNV-1a over the id, begun with the seed, stirred at the end as murmur3 does. */
function mix(seed: number, id: string): number {
  let hash = (seed ^ 0x811c9dc5) >>> 0
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193) >>> 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0
  return (hash ^ (hash >>> 16)) >>> 0
}
