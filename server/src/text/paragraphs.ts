import { createHash } from 'node:crypto'

/** A block of a chapter that can be referenced. */
export interface Paragraph {
  pid: string
  text: string
}

/** Minimum similarity for an edited paragraph to count as the same. */
const alike = 0.5
/** Maximum distance between versions of a paragraph: more costs minutes in a rewritten book and matches by chance. */
const reach = 40

/**
 * Assigns an id to every block. The author's anchors take precedence; other blocks keep their id of the last import,
 * found by equal text and then by similarity; new blocks get ids derived from their text, so that two databases agree.
 */
export function assignIds(blocks: { anchor?: string; text: string }[], previous: Paragraph[], seed: string): string[] {
  const ids: (string | undefined)[] = blocks.map(({ anchor }) => anchor)
  const used = new Set(ids)
  const left = previous.filter(({ pid }) => !used.has(pid))
  takeEqual(blocks, left, ids)
  takeAlike(blocks, left, ids)
  for (const id of ids) used.add(id)
  return blocks.map(({ text }, i) => {
    let id = ids[i]
    for (let occurrence = 0; id === undefined; occurrence++) {
      const hash = createHash('sha256').update(`${seed}\0${text}\0${occurrence}`).digest('hex').slice(0, 10)
      if (!used.has(`p${hash}`)) id = `p${hash}`
    }
    used.add(id)
    return id
  })
}

type Block = { anchor?: string; text: string }

function takeEqual(blocks: Block[], left: Paragraph[], ids: (string | undefined)[]): void {
  const byText = new Map<string, string[]>()
  for (const { pid, text } of left) byText.set(text, [...(byText.get(text) ?? []), pid])
  const taken = new Set<string>()
  blocks.forEach(({ text }, i) => {
    const pid = ids[i] === undefined ? byText.get(text)?.shift() : undefined
    if (pid === undefined) return
    ids[i] = pid
    taken.add(pid)
  })
  left.splice(0, left.length, ...left.filter(({ pid }) => !taken.has(pid)))
}

/** Matches the most similar paragraphs first; of equally similar ones, the nearest. */
function takeAlike(blocks: Block[], left: Paragraph[], ids: (string | undefined)[]): void {
  if (left.length === 0) return
  const open = blocks.flatMap((block, i) => (ids[i] === undefined ? [{ i, pairs: pairsOf(block.text) }] : []))
  const old = left.map(({ pid, text }) => ({ pid, pairs: pairsOf(text) }))
  const found = open.flatMap(({ i, pairs }, rank) => {
    const from = Math.max(0, rank - reach)
    return old.slice(from, rank + reach + 1).flatMap((candidate, offset) => {
      const likeness = dice(pairs, candidate.pairs)
      return likeness >= alike ? [{ i, pid: candidate.pid, likeness, distance: Math.abs(from + offset - rank) }] : []
    })
  })
  found.sort((a, b) => b.likeness - a.likeness || a.distance - b.distance)
  const taken = new Set<string>()
  for (const { i, pid } of found) {
    if (ids[i] !== undefined || taken.has(pid)) continue
    ids[i] = pid
    taken.add(pid)
  }
}

function pairsOf(text: string): Set<string> {
  const pairs = new Set<string>()
  for (let i = 0; i + 1 < text.length; i++) pairs.add(text.slice(i, i + 2))
  return pairs
}

/** Sørensen–Dice coefficient: twice the common character pairs, divided by the pairs of both texts. */
function dice(a: Set<string>, b: Set<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  // Skips counting if the threshold cannot be reached.
  if ((2 * Math.min(a.size, b.size)) / (a.size + b.size) < alike) return 0
  let both = 0
  for (const pair of a) if (b.has(pair)) both++
  return (2 * both) / (a.size + b.size)
}
