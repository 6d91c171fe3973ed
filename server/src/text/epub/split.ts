import { isElement, type Node, readableText } from '../document'

/** Longer chapters load slowly on phones. */
const maxCharacters = 50_000

export interface Piece {
  /** First heading of the piece; empty for the first piece. */
  heading: string
  nodes: Node[]
}

const lengthOf = (node: Node) => readableText(node).length
const level = (node: Node) => (isElement(node) ? Number(/^h([2-4])$/.exec(node.name)?.[1] ?? 9) : 9)

/** Splits a long list of blocks before its headings, higher levels first; without headings, between blocks. */
export function split(nodes: Node[]): Piece[] {
  const sizes = nodes.map(lengthOf)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total <= maxCharacters) return [{ heading: '', nodes }]
  return cut(nodes, sizes, 2)
}

function cut(nodes: Node[], sizes: number[], at: number): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  let length = 0
  const end = (to: number) => {
    if (to > from) pieces.push(piece(nodes.slice(from, to), from === 0))
    from = to
    length = 0
  }
  const sections = sectionsOf(nodes, at)
  for (const [start, stop] of sections) {
    const size = sum(sizes, start, stop)
    if (length > 0 && length + size > maxCharacters) end(start)
    if (size > maxCharacters && stop - start > 1) {
      end(start)
      // A section that is too long itself is split before its subheadings, or between blocks if it has none.
      pieces.push(...cut(nodes.slice(start, stop), sizes.slice(start, stop), at + 1))
      from = stop
      length = 0
    } else length += size
  }
  end(nodes.length)
  return pieces
}

function sectionsOf(nodes: Node[], at: number): [number, number][] {
  const starts =
    at > 4 ? nodes.map((_, i) => i) : [0, ...nodes.flatMap((node, i) => (i > 0 && level(node) <= at ? [i] : []))]
  return starts.map((start, i) => [start, starts[i + 1] ?? nodes.length])
}

const sum = (sizes: number[], from: number, to: number) =>
  sizes.slice(from, to).reduce((total, size) => total + size, 0)

function piece(nodes: Node[], first: boolean): Piece {
  const heading = !first && nodes[0] && level(nodes[0]) < 9 ? readableText(nodes[0]).replace(/\s+/g, ' ').trim() : ''
  return { heading, nodes }
}
