import { expect, it } from 'vitest'
import { renderAnswer } from './render'
import type { Passage } from './retrieve'
import { answerFrom } from './without-model'

it('quotes formulas as formulas, lines as lines and everything else as text', async () => {
  const passage = { text: '都是 $O(1)$，*不*是 <b>粗</b>\nA. 一' } as Passage
  const html = await renderAnswer(answerFrom([passage], 'ask', 0), [])
  expect(html).toContain('class="katex"')
  expect(html).toContain('*不*是 &lt;b&gt;粗&lt;/b&gt;<br')
})
