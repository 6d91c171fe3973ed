import { normaliseText } from '../../../questions/normalise'

/** Texts with at least this share of common trigrams are reported. */
const similar = 0.7
const mostReported = 50

function trigrams(text: string): Set<string> {
  const plain = normaliseText(text, false).replace(/[\s\p{P}]/gu, '')
  const found = new Set<string>()
  for (let i = 0; i + 3 <= plain.length; i++) found.add(plain.slice(i, i + 3))
  if (found.size === 0) found.add(plain)
  return found
}

function similarity(a: Set<string>, b: Set<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  // The Jaccard similarity cannot exceed the ratio of the sizes.
  if (small.size < similar * large.size) return 0
  let common = 0
  for (const gram of small) if (large.has(gram)) common++
  return common / (a.size + b.size - common)
}

/** Returns pairs of questions with almost the same text, most similar first. */
export function nearDuplicates(questions: { id: string; text: string }[]) {
  const known = questions.map(({ id, text }) => ({ id, grams: trigrams(text) }))
  const pairs = known.flatMap(({ id, grams }, i) =>
    known.slice(i + 1).flatMap((other) => {
      const found = similarity(grams, other.grams)
      return found >= similar ? [{ first: id, second: other.id, similarity: Math.round(found * 100) / 100 }] : []
    }),
  )
  return pairs.sort((a, b) => b.similarity - a.similarity).slice(0, mostReported)
}
