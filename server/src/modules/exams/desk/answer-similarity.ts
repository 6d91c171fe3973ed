import { normaliseText } from '../../../questions/normalise'

/** Minimum share of common bigrams (Dice coefficient) for similar texts. */
const similar = 0.5
const charactersCompared = 400

function bigrams(text: string): Set<string> {
  const plain = normaliseText(text.slice(0, charactersCompared), false).replace(/\s/gu, '')
  const found = new Set<string>()
  for (let i = 0; i + 2 <= plain.length; i++) found.add(plain.slice(i, i + 2))
  if (found.size === 0) found.add(plain)
  return found
}

interface Cluster {
  size: number
  members: { at: number; similarity: number }[]
}

/**
 * Returns the indexes of texts in an order in which similar texts are neighbours. Each text joins the cluster of the
 * earlier text that it resembles most, or begins a cluster; clusters are in the order of their first texts.
 */
export function sortBySimilarity(texts: string[]): number[] {
  const clusters: Cluster[] = []
  /** For each bigram, the clusters whose first text contains it. */
  const containing = new Map<string, number[]>()
  for (const [at, text] of texts.entries()) {
    const grams = bigrams(text)
    const common = new Map<number, number>()
    for (const gram of grams)
      for (const cluster of containing.get(gram) ?? []) common.set(cluster, (common.get(cluster) ?? 0) + 1)
    let best = { cluster: -1, similarity: 0 }
    for (const [cluster, count] of common) {
      const similarity = (2 * count) / (grams.size + clusters[cluster]!.size)
      if (similarity >= similar && similarity > best.similarity) best = { cluster, similarity }
    }
    if (best.cluster >= 0) {
      clusters[best.cluster]!.members.push({ at, similarity: best.similarity })
      continue
    }
    for (const gram of grams) {
      const known = containing.get(gram)
      if (known) known.push(clusters.length)
      else containing.set(gram, [clusters.length])
    }
    clusters.push({ size: grams.size, members: [{ at, similarity: 1 }] })
  }
  return clusters.flatMap(({ members }) =>
    members.sort((a, b) => b.similarity - a.similarity || a.at - b.at).map(({ at }) => at),
  )
}
