import type { PartView, Presenting } from '../definition'
import { formatOptionLetters, indexesOf, shuffled } from '../shuffled'
import type { MatchShapes } from './rubric'

export const matchPresenting: Presenting<MatchShapes> = {
  show({ lefts, rights }, common, { id, link }) {
    const named = (htmls: string[], kind: string) => htmls.map((html, i) => ({ id: id(kind, i), html: link(html) }))
    return { type: 'match', ...common, lefts: named(lefts, 'l'), rights: shuffled(named(rights, 'r')) }
  },
  read({ lefts, rights }, answer, { id }) {
    if (answer.type !== 'match') return undefined
    const left = indexesOf(
      answer.pairs.map((pair) => pair.left),
      lefts.length,
      (i) => id('l', i),
    )
    const right = answer.pairs.map((pair) => indexesOf([pair.right], rights.length, (i) => id('r', i))?.[0])
    if (!left || right.includes(undefined)) return undefined
    const pairs: (number | null)[] = lefts.map(() => null)
    left.forEach((index, i) => {
      pairs[index] = right[i]!
    })
    return { type: 'match', pairs }
  },
  write: ({ pairs }, view) => ({ type: 'match', pairs: pairsOf(pairs, view) }),
  key: ({ pairs }, _detail, view) => ({ type: 'match', pairs: pairsOf(pairs, view) }),
  asText: ({ pairs }) => formatOptionLetters(pairs),
  texts: () => [],
  keyText: () => '',
}

const pairsOf = (pairs: (number | null)[], { id }: Pick<PartView, 'id'>) =>
  pairs.flatMap((right, left) => (right === null ? [] : [{ left: id('l', left), right: id('r', right) }]))
