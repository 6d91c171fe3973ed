import type { Presenting } from '../definition'
import type { JudgeShapes } from './rubric'

const nameOf = (value: boolean) => (value ? '对' : '错')

export const judgePresenting: Presenting<JudgeShapes> = {
  show: (_body, common) => ({ type: 'judge', ...common }),
  read: (_body, answer) => (answer.type === 'judge' ? answer : undefined),
  write: (given) => given,
  key: ({ value }) => ({ type: 'judge', value }),
  asText: ({ value }) => nameOf(value),
  fromText(text) {
    const value = [true, false].find((one) => nameOf(one) === text)
    return value === undefined ? undefined : { type: 'judge', value }
  },
  choices: () =>
    [true, false].map((value) => ({
      label: nameOf(value),
      html: '',
      isRight: (rubric) => rubric.value === value,
      isChosen: (given) => given.value === value,
    })),
  texts: () => [],
  keyText: (_body, { value }) => `答案：${nameOf(value)}`,
}
