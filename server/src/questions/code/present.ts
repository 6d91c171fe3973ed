import type { Presenting } from '../definition'
import type { CodeShapes } from './rubric'

export const codePresenting: Presenting<CodeShapes> = {
  show(body, common, { setup }) {
    const { language, starter, samples, hiddenTests, compare = { mode: 'trim', tolerance: null } } = body
    return { type: 'code', ...common, language, starter, samples, hiddenTests, compare, setup }
  },
  read: (_body, answer) => (answer.type === 'code' ? answer : undefined),
  write: (given) => given,
  key({ solution }, detail) {
    const grade = 'grade' in detail ? detail.grade : undefined
    const tests = (grade?.tests ?? []).map(({ verdict, hidden, shown }) => ({ verdict, hidden, shown }))
    const { compileError = null, manual = null } = grade ?? {}
    return { type: 'code', solution, tests, compileError, manual }
  },
  asText: ({ source }) => source,
  texts: () => [],
  keyText: () => '',
}
