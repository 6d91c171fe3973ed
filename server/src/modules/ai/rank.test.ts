import { expect, it } from 'vitest'
import { bestSentence, rank, type Term } from './rank'
import { cutSections } from './sections'

const term = (form: string, weight = 3): Term => ({ forms: [form], weight, topic: true, found: 5 })
const place = (heading: string, ...texts: string[]) => ({
  chapter: '3.1 栈',
  book: '数据结构',
  heading,
  paragraphs: texts.map((text, i) => ({ pid: `p${i}`, text, number: i + 1 })),
})

it('cuts a chapter into sections at its headings, each with the path of its headings', () => {
  const paragraphs = ['开头', '大标题', '甲', '小标题', '乙', '第二个大标题'].map((text, i) => ({
    pid: `p${i}`,
    text,
    number: i + 1,
  }))
  const outline = [
    { title: '大标题', depth: 0, pid: 'p1' },
    { title: '小标题', depth: 1, pid: 'p3' },
    { title: '第二个大标题', depth: 0, pid: 'p5' },
  ]
  const sections = cutSections(1, paragraphs, outline)
  expect(sections.map(({ path, paragraphs: listed }) => [path, listed.map(({ text }) => text)])).toEqual([
    [[], ['开头']],
    [['大标题'], ['甲']],
    [['大标题', '小标题'], ['乙']],
  ])
})

it('a paragraph that defines the topic ranks above one that mentions it', () => {
  const mentions = place('', '后面还会多次用到栈顶这个说法，比如判断空栈时也要看一看栈顶。')
  const defining = place('', '允许添加和取出的那一端叫栈顶，另一端叫栈底，都是常用的说法。')
  const [first, second] = rank([mentions, defining], [term('栈顶')], true)
  expect(second!.score).toBeGreaterThan(first!.score)
})

it('does not choose a bad example as the best paragraph', () => {
  const [ranked] = rank(
    [
      place(
        '道歉信怎么写',
        '看一封道歉信的第一稿：',
        '道歉信道歉信，我写这封道歉信是为了道歉，请原谅这封道歉信。',
        '道歉信只有四句话，先说自己做了什么，再说带来了什么。',
      ),
    ],
    [term('道歉信')],
    false,
  )
  expect(ranked!.focus).toBe(2)
})

it('a section that only mentions the topic gets a lower share than a section about it', () => {
  const only = place('染色', '这就是著名的四色定理，后来由计算机证明。')
  const about = place('四色定理', '四色定理说的是四种颜色就够。')
  const [mentioned, defined] = rank([only, about], [term('四色定理')], false)
  expect(mentioned!.about).toBeLessThan(defined!.about)
  expect(defined!.about).toBe(1)
})

it('bestSentence returns the sentence with most of the terms, and nothing for a single sentence', () => {
  const text = '先放盘子。只允许在一端进出的结构叫栈，后进先出。再拿盘子。'
  expect(bestSentence(text, [term('栈'), term('后进先出')])).toBe('只允许在一端进出的结构叫栈，后进先出')
  expect(bestSentence('只有一句', [term('一句')])).toBe('')
})
