import { expect, it } from 'vitest'
import { cardFaces } from './card-faces'

const empty = { quote: '', prefix: '', suffix: '', text: '' }

it("the front of a highlight's card shows the sentence with the highlight hidden", () => {
  const faces = cardFaces({ ...empty, kind: 'highlight', quote: '后进先出', prefix: '栈的特点是', suffix: '。' })
  expect(faces.front).toBe('栈的特点是 ＿＿＿＿＿ 。')
  expect(faces.back).toBe('后进先出')
})

it('the front of a highlight without surrounding text shows only the beginning of the highlight', () => {
  const faces = cardFaces({ ...empty, kind: 'highlight', quote: '栈和队列都是线性表' })
  expect(faces.front).toBe('栈和队……')
  expect(faces.back).toBe('栈和队列都是线性表')
})

it('the card of a thought asks for the passage, and the card of a passage with a note asks for the note', () => {
  expect(cardFaces({ ...empty, kind: 'thought', quote: '原文', text: '想法' })).toMatchObject({
    front: '想法',
    back: '原文',
  })
  expect(cardFaces({ ...empty, kind: 'note', quote: '原文', text: '笔记' })).toMatchObject({
    front: '原文',
    back: '笔记',
  })
})

it('the card of a note without a passage asks for the lines after the first one', () => {
  expect(cardFaces({ ...empty, kind: 'note', text: '三个步骤\n一\n二' })).toMatchObject({
    front: '三个步骤',
    back: '一\n二',
  })
})

it('the front of a note of one line never shows the whole note', () => {
  const { front, back } = cardFaces({ ...empty, kind: 'note', text: '只有一行' })
  expect(front).toBe('只有…')
  expect(back).toBe('只有一行')
})
