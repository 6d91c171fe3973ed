import { listFlaws } from '../author-text'
import type { Authoring } from '../definition'
import { listItem, takeItems } from '../markdown-body'
import type { OrderShapes } from './rubric'

export const orderAuthoring: Authoring<OrderShapes> = {
  keys: [],
  fromMarkdown: ({ common, lines }) => ({ type: 'order', ...common, ...takeOrder(lines) }),
  markdownKeys: () => [],
  markdownBody: ({ stem, items }) => [stem, items.map((text, i) => listItem(`${i + 1}. `, text)).join('\n')],
  markdownQuote: ({ analysis }) => analysis,
  flaws: ({ items }) => listFlaws(items, 2, '排序的项'),
  compile: async ({ items }, { shown, known }, writer) => ({
    body: { type: 'order', ...shown, items: await writer.lines(items) },
    rubric: { type: 'order', ...known, count: items.length },
  }),
}

function takeOrder(lines: string[]): { stem: string; items: string[] } {
  const { stem, items } = takeItems(lines, /^\d{1,3}\.(?: |$)/)
  return { stem, items: items.map(({ text }) => text) }
}
