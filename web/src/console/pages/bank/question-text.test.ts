import { describe, expect, it } from 'vitest'
import { joinQuestion, splitQuestion, toggleOption, toMarks, toShares, withKeyValue } from './question-text'

const single = `## stack-lifo
type: single
score: 2
tags: 栈

依次压入 1、2、3 后弹出一次，得到？

- [ ] 1
- [x] 3
  第二行 {fixed}

> 后进先出。
>
> 所以是 3。
`

describe('splitQuestion', () => {
  it('reads keys, stem, options with several lines and the analysis', () => {
    expect(splitQuestion(single)).toEqual({
      slug: 'stack-lifo',
      keys: [
        ['type', 'single'],
        ['score', '2'],
        ['tags', '栈'],
      ],
      stem: '依次压入 1、2、3 后弹出一次，得到？',
      options: [
        { mark: ' ', text: '1' },
        { mark: 'x', text: '3\n第二行 {fixed}' },
      ],
      analysis: '后进先出。\n\n所以是 3。',
    })
  })

  it.each([
    single,
    '## a\ntype: judge\nanswer: true\n\n对吗？\n',
    '## b\ntype: blank\n\n压栈是 {{push|入栈}}。\n\n> 见书。\n',
    '## c\ntype: material\n\n材料。\n\n> 引用\n\n### p1\ntype: judge\nanswer: true\n\n小题\n\n> 解析\n',
    '## d\ntype: multiple\n\n- 一个列表\n- 不是选项\n\n- [50%] 甲\n- [-25%] 乙\n',
  ])('joinQuestion writes the same text that splitQuestion has read: case %#', (text) => {
    expect(joinQuestion(splitQuestion(text))).toBe(text)
  })
})

it('joinQuestion leaves out white space at the end of a field, and labels that are empty', () => {
  const typed = { ...splitQuestion(single), stem: '\n题干 \n', analysis: '解析 \n' }
  const options = typed.options.map(({ mark, text }) => ({ mark, text: `${text} ` }))
  const fields = withKeyValue(withKeyValue(typed, 'tags', '栈， '), 'score', ' ')
  const text = joinQuestion({ ...fields, options })
  expect(text).toBe('## stack-lifo\ntype: single\ntags: 栈，\n\n题干\n\n- [ ] 1\n- [x] 3\n  第二行 {fixed}\n\n> 解析\n')
  expect(joinQuestion(splitQuestion(text))).toBe(text)
})

describe('changes of a question', () => {
  it('withKeyValue replaces a key in its place and removes it if empty', () => {
    const fields = splitQuestion(single)
    expect(withKeyValue(fields, 'score', '5').keys[1]).toEqual(['score', '5'])
    expect(withKeyValue(fields, 'score', '').keys.map(([key]) => key)).toEqual(['type', 'tags'])
  })

  it('toggleOption moves the right option of a single choice and toggles those of a multiple choice', () => {
    const { options } = splitQuestion(single)
    expect(toggleOption(options, 0, true).map(({ mark }) => mark)).toEqual(['x', ' '])
    expect(toggleOption(options, 0, false).map(({ mark }) => mark)).toEqual(['x', 'x'])
  })
})

it('toShares divides the points among the right options, and toMarks marks them again', () => {
  const options = ['x', ' ', 'x', 'x'].map((mark, at) => ({ mark, text: `${at}` }))
  expect(toShares(options).map(({ mark }) => mark)).toEqual(['33.34%', '0%', '33.33%', '33.33%'])
  expect(toMarks(toShares(options), false)).toEqual(options)
})
