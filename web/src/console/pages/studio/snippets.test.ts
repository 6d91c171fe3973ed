import { expect, it } from 'vitest'
import { findSnippets, placeCursor, snippetsOf } from './snippets'

const questions = [
  { slug: 'stack-order', text: '栈的特点是？', state: 'published' },
  { slug: 'queue-order', text: '队列的特点是？', state: 'new' },
  { slug: 'old', text: '旧题', state: 'retired' },
]
const curriculumSnippets = snippetsOf(questions, [{ slug: 'split', title: '拆表的视频' }])

it('the slash menu finds questions and resources of the curriculum by their text, and inserts their names', () => {
  expect(findSnippets('栈', curriculumSnippets).map(({ text }) => text)).toEqual(['@[question](stack-order)\n'])
  expect(findSnippets('拆表', curriculumSnippets).map(({ text }) => text)).toEqual(['@[resource](split)\n'])
  expect(findSnippets('queue', curriculumSnippets)[0]?.label).toBe('题目：队列的特点是？（还没有发布）')
})

it('retired questions are not offered', () => {
  expect(findSnippets('旧题', curriculumSnippets)).toEqual([])
})

it('the slash menu offers boxes and formulas for texts of the site, but no cells, questions and resources', () => {
  const labels = findSnippets('').map(({ label }) => label)
  expect(labels).toContain('公式')
  expect(labels).not.toContain('题目')
  expect(findSnippets('', []).map(({ label }) => label)).toContain('题目')
})

it.each([
  ['code', '可运行的代码'],
  ['dm', '可运行的代码'],
  ["dai'ma", '可运行的代码'],
  ['quiz', '题目'],
  ['tm', '题目'],
  ['sp', '资源'],
  ['bt', '标题'],
  ['h2', '标题'],
  ['gs', '公式'],
  ['math', '公式'],
  ['gongshi', '公式'],
  ['bg', '表格'],
  ['Table', '表格'],
  ['xyx', '想一想'],
  ['提示框', '说明框'],
  ['zd', '可以折叠的框'],
])('the slash menu offers the snippet of /%s first: English, pinyin and initials are names as well', (word, label) => {
  expect(findSnippets(word, [{ name: 'resource 资源 logs', label: '资源：bts', text: '' }])[0]?.label).toBe(label)
})

it('placeCursor puts the cursor at the mark of a snippet, or at its end', () => {
  expect(placeCursor('$$\n▮\n$$\n')).toEqual({ text: '$$\n\n$$\n', cursor: 3 })
  expect(placeCursor('@[question](a)\n')).toEqual({ text: '@[question](a)\n', cursor: 15 })
})
