import { expect, it, test } from 'vitest'
import { readMarkdown } from './markdown'
import { readContent } from './read-file.fixture'

const tests = '```tests\n- { input: "1", output: "1" }\n```\n'
const checker = (language = 'python', source = 'print("accepted")') => `\`\`\`${language} checker\n${source}\n\`\`\`\n`
const question = (keys: string, fences = '') =>
  `## one\ntype: code\nlanguage: python\n${keys ? `${keys}\n` : ''}\n写程序。\n\n${fences}${tests}`

const read = (text: string) => {
  const [reading] = [...readMarkdown(text)]
  return reading!.question ? { compare: 'compare' in reading!.question ? reading!.question.compare : 'none' } : reading
}

it.each([
  ['', '', 'none'],
  ['compare: trim', '', 'none'],
  ['compare: exact', '', { mode: 'exact' }],
  ['compare: tokens', '', { mode: 'tokens' }],
  ['compare: numeric\ntolerance: 1e-6', '', { mode: 'numeric', tolerance: '1e-6' }],
  ['compare: numeric\ntolerance: 0.1%', '', { mode: 'numeric', tolerance: '0.1%' }],
  ['compare: checker', checker(), { mode: 'checker', language: 'python', source: 'print("accepted")' }],
  ['', checker('cpp', 'int main() {}'), { mode: 'checker', language: 'cpp', source: 'int main() {}' }],
])('reads the output comparison from the keys %j and the fences %j', (keys, fences, compare) => {
  expect(read(question(keys, fences))).toEqual({ compare })
})

it.each([
  ['compare: near', '', 'compare 要是 exact、trim、tokens、numeric、checker 之一'],
  ['compare: numeric', '', 'compare: numeric 要写 tolerance'],
  ['compare: numeric\ntolerance: -1', '', '误差“-1”要写成不小于 0 的数或百分数'],
  ['compare: numeric\ntolerance: 很小', '', '误差“很小”要写成'],
  ['compare: tokens\ntolerance: 1', '', 'tolerance 只和 compare: numeric 一起用'],
  ['compare: checker', '', 'compare: checker 要有 checker 代码块'],
  ['compare: tokens', checker(), '有 checker 代码块，compare 不能写 tokens'],
  ['', checker('ruby'), 'checker 的语言要是'],
  ['', checker('sql'), 'checker 不能用 SQL 写'],
  ['', checker('python', ''), 'checker 是空的'],
  ['', checker('python', 'x'.repeat(65_537)), 'checker 太长，最多 64 KB'],
  ['', checker() + checker(), 'checker 写了两次'],
])('rejects the keys %j with the fences %j: %s', (keys, fences, reason) => {
  expect(read(question(keys, fences))).toMatchObject({ question: null, reason: expect.stringContaining(reason) })
})

it('rejects a code question with more than 100 tests', () => {
  const many = question('').replace(tests, `\`\`\`tests\n${'- { output: "1" }\n'.repeat(101)}\`\`\`\n`)
  expect(read(many)).toMatchObject({ question: null, reason: '一道编程题最多 100 个测试' })
})

test('reads the output comparison and its tolerance from columns of a table', async () => {
  const stem = '"写程序。\n\n```tests\n- { output: ""1"" }\n```"'
  const rows = ['tokens,', 'numeric,0.01', 'NUMERIC,', ','].map((cells) => `编程,${stem},python,${cells}`)
  const readings = await readContent('a.csv', `题型,题干,语言,输出比较,误差\n${rows.join('\n')}\n`)
  expect(
    readings.map((reading) => (reading.question ? (reading.question as { compare?: object }).compare : reading.reason)),
  ).toEqual([
    { mode: 'tokens' },
    { mode: 'numeric', tolerance: '0.01' },
    expect.stringContaining('compare: numeric 要写 tolerance'),
    undefined,
  ])
})
