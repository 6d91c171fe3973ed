import type { Presenting } from '../definition'
import type { ShortShapes } from './rubric'

export const shortPresenting: Presenting<ShortShapes> = {
  show: (_body, common) => ({ type: 'short', ...common }),
  read: (_body, answer) => (answer.type === 'short' ? answer : undefined),
  write: (given) => given,
  key: ({ reference, points }, _detail, { link }) => ({
    type: 'short',
    reference: link(reference),
    points: points.map(({ score, html }) => ({ score: score / 100, html: link(html) })),
  }),
  asText: ({ text }) => text,
  texts: () => [],
  keyText: (_body, { reference }, plain) => `参考答案：${plain(reference)}`,
}
