import { createHash } from 'node:crypto'

/** A block of a chapter that can be pointed at. */
export interface Paragraph {
  pid: string
  text: string
}

/** Paragraphs this alike are the same one, edited. */
const alike = 0.5
/** How far an edited paragraph is looked for: more would cost minutes in a rewritten book and find chance likeness. */
const reach = 40

/**
 * Gives every block its id. Written anchors win; the others keep the id they had in the last import, found by equal
 * text and then by likeness; what is left is new and gets an id derived from its text, so that two databases agree.
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

/** The best pairs first; among equals the nearest. */
function takeAlike(blocks: Block[], left: Paragraph[], ids: (string | undefined)[]): void {
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

/** Sørensen–Dice: twice what both have, over what each has. */
function dice(a: Set<string>, b: Set<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  // What cannot reach the threshold is not counted out.
  if ((2 * Math.min(a.size, b.size)) / (a.size + b.size) < alike) return 0
  let both = 0
  for (const pair of a) if (b.has(pair)) both++
  return (2 * both) / (a.size + b.size)
}
