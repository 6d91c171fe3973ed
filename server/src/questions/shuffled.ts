/** Returns the display order: ids are random, so sorting by them shuffles. Fixed items keep their position. */
export function shuffled<T extends { id: string; fixed?: boolean }>(things: T[]): T[] {
  const moving = things.filter(({ fixed }) => !fixed).sort((a, b) => (a.id < b.id ? -1 : 1))
  return things.map((thing) => (thing.fixed ? thing : moving.shift()!))
}

/** Letter of the option with a number: A for 0. */
export const optionLetter = (index: number) => String.fromCharCode(65 + index)

/** Letters of options or items; – for none. */
export const formatOptionLetters = (indexes: (number | null)[]) =>
  indexes.map((index) => (index === null ? '–' : optionLetter(index))).join('')

/** Converts option letters to indexes; undefined if a letter is unknown or repeated, or if there is none. */
export function indexesOfLetters(text: string, count: number): number[] | undefined {
  const indexes = [...text.toUpperCase()].map((letter) => letter.charCodeAt(0) - 65)
  const isKnown = indexes.every((index) => index >= 0 && index < count)
  return isKnown && indexes.length > 0 && new Set(indexes).size === indexes.length ? indexes : undefined
}

/** Converts ids to indexes; undefined if an id is unknown or repeated. */
export function indexesOf(ids: string[], count: number, idOf: (index: number) => string): number[] | undefined {
  const known = new Map(Array.from({ length: count }, (_, i) => [idOf(i), i]))
  const found = ids.map((id) => known.get(id))
  return found.includes(undefined) || new Set(found).size < found.length ? undefined : (found as number[])
}
