import type { Presenting } from '../definition'
import { formatOptionLetters, indexesOf, indexesOfLetters, shuffled } from '../shuffled'
import type { OrderShapes } from './rubric'

export const orderPresenting: Presenting<OrderShapes> = {
  show: ({ items }, common, { id, link }) => ({
    type: 'order',
    ...common,
    items: shuffled(items.map((html, i) => ({ id: id('i', i), html: link(html) }))),
  }),
  read(body, answer, { id }) {
    if (answer.type !== 'order') return undefined
    const items = indexesOf(answer.items, body.items.length, (i) => id('i', i))
    return items && { type: 'order', items }
  },
  write: ({ items }, { id }) => ({ type: 'order', items: items.map((i) => id('i', i)) }),
  key: ({ count }, _detail, { id }) => ({ type: 'order', items: Array.from({ length: count }, (_, i) => id('i', i)) }),
  asText: ({ items }) => formatOptionLetters(items),
  fromText(text, { items }) {
    const order = indexesOfLetters(text, items.length)
    return order?.length === items.length ? { type: 'order', items: order } : undefined
  },
  texts: () => [],
  keyText: () => '',
}
