import { expect, it } from 'vitest'
import { answerFrom } from './extractive-answer'
import { renderAnswer } from './render'
import type { Passage } from './retrieve'
import { shorten } from './sources'

it('a quoted passage keeps formulas and line breaks; other markup is shown as text', async () => {
  const passage = { text: '都是 $O(1)$，*不*是 <b>粗</b>\nA. 一' } as Passage
  const html = await renderAnswer(answerFrom([passage], 'ask', 0), [])
  expect(html).toContain('class="katex"')
  expect(html).toContain('*不*是 &lt;b&gt;粗&lt;/b&gt;<br')
})

it('in a quoted passage, a[1] is not replaced by a citation, and "1." and "-" start no list', async () => {
  const passage = { text: '1. 取 a[1]\n- 再取 a[2]' } as Passage
  const source = { n: 1, label: '教材 1.1', title: '书', html: '', link: 'pages/books/read?id=1' }
  const html = await renderAnswer(answerFrom([passage], 'ask', 0), [source])
  expect(html).toContain('1. 取 a[1]')
  expect(html).toContain('- 再取 a[2]')
  expect(html.match(/class="cite"/g)).toHaveLength(1)
})

it('a quoted program keeps its indent and shows no escapes', async () => {
  const passage = {
    text: 'class Stack:\n    def __init__(self):\n        self._items = []\n\n    def pop(self):',
  } as Passage
  const html = await renderAnswer(answerFrom([passage], 'ask', 0), [])
  expect(html).not.toContain('<pre')
  expect(html).not.toContain('\\')
  expect(html).toContain('&nbsp;&nbsp;&nbsp;&nbsp;def __init__(self):')
  expect(html).toContain('&nbsp;&nbsp;&nbsp;&nbsp;def pop(self):')
})

it.each([
  ['一二三四', 4, '一二三四'],
  ['一二三四五', 4, '一二三四…'],
  ['甲乙 $n^2$ 丙', 5, '甲乙 …'],
  ['$a+b+c$ 甲乙', 3, '$a+b+c$…'],
])('shortens %s to %i characters without cutting a formula', (text, most, short) => {
  expect(shorten(text, most)).toBe(short)
})
