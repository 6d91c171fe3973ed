import { trimAuthorText, unusable } from '../author-text'
import type { Authoring } from '../definition'
import type { JudgeShapes } from './rubric'

export const judgeAuthoring: Authoring<JudgeShapes> = {
  keys: ['answer'],
  fromMarkdown({ common, keys, lines }) {
    const answer = keys.get('answer')
    if (answer !== 'true' && answer !== 'false') return unusable('判断题要写 answer: true 或 answer: false')
    return { type: 'judge', ...common, stem: trimAuthorText(lines.join('\n')), value: answer === 'true' }
  },
  markdownKeys: ({ value }) => [['answer', String(value)]],
  markdownBody: ({ stem }) => [stem],
  markdownQuote: ({ analysis }) => analysis,
  flaws: () => [],
  compile: async ({ value }, { shown, known }) => ({
    body: { type: 'judge', ...shown },
    rubric: { type: 'judge', ...known, value },
  }),
}
