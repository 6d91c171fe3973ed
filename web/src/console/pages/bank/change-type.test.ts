import { QuestionType } from '@dxx/contract/questions'
import { expect, it } from 'vitest'
import { withLanguage, withType } from './change-type'
import { joinQuestion, splitQuestion } from './question-text'

const single = '## q1\ntype: single\nscore: 2\ntags: 栈\n\n得到？\n\n- [ ] 1\n- [x] 3\n\n> 后进先出。\n'
const typed = (text: string, ...types: QuestionType[]) =>
  joinQuestion(types.reduce((fields, type) => withType(fields, type), splitQuestion(text)))

it('keeps stem and options between choice types, and adds the answer of a 判断题', () => {
  expect(typed(single, 'multiple')).toBe(single.replace('single', 'multiple'))
  expect(typed(single, 'judge')).toBe(
    '## q1\ntype: judge\nscore: 2\ntags: 栈\nanswer: true\n\n得到？\n\n> 后进先出。\n',
  )
})

it('a question that becomes a 编程题 has a language, a solution and a test', () => {
  const code = typed(single, 'code')
  expect(code).toContain('type: code\nscore: 2\ntags: 栈\nlanguage: python\n\n得到？\n\n```python starter')
  expect(code).toMatch(/```python solution\n[^`]+```\n\n```tests\n- \{ input: "3 4", output: "7"/)
  expect(joinQuestion(withLanguage(splitQuestion(code), 'c'))).toBe(
    code.replace('language: python', 'language: c').replaceAll('```python ', '```c '),
  )
})

it('a question that becomes a 材料题 has a part, no points of its own, and its analysis before the part', () => {
  expect(typed(single, 'material')).toBe(
    '## q1\ntype: material\ntags: 栈\n\n得到？\n\n> 后进先出。\n\n### part-1\ntype: judge\nscore: 1\nanswer: true\n\n小题的题干\n',
  )
})

it.each(QuestionType.options)(
  'nothing of %s is left after another change of the type, if it was not edited',
  (type) => {
    const judge = '## q1\ntype: judge\nanswer: true\nscore: 1\n\n得到？\n\n> 一\n>\n> 二\n'
    const keysOf = (text: string) =>
      splitQuestion(text)
        .keys.map((key) => key.join(' '))
        .sort()
    const back = typed(judge, type, 'judge')
    const { stem, analysis } = splitQuestion(back)
    expect([keysOf(back), stem, analysis]).toEqual([keysOf(judge), '得到？', '一\n\n二'])
  },
)
