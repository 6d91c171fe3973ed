import type { Presenting } from '../definition'
import type { JudgeShapes } from './rubric'

export const judgePresenting: Presenting<JudgeShapes> = {
  show: (_body, common) => ({ type: 'judge', ...common }),
  read: (_body, answer) => (answer.type === 'judge' ? answer : undefined),
  write: (given) => given,
  key: ({ value }) => ({ type: 'judge', value }),
  texts: () => [],
  keyText: (_body, { value }) => `答案：${value ? '对' : '错'}`,
}
