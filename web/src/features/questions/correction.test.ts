import { expect, it } from 'vitest'
import { correctionText } from './correction'

const about = { id: 'q-1', type: '单选题', stem: '<p>栈的<b>特点</b>是\n什么？</p>', from: '数据结构题库' }

it('a report of an error contains the fault, the bank, the stem without markup and the id of the question', () => {
  expect(correctionText(about, 'answer', ' 应该选 B ')).toBe(
    '【题目纠错】答案不对\n数据结构题库 · 单选题：栈的特点是 什么？\n题目编号 q-1\n应该选 B',
  )
})

it('a report without an explanation and with a long stem stays below the 500 characters of a feedback', () => {
  const text = correctionText({ ...about, stem: '长'.repeat(2000) }, 'picture', '')
  expect(text).toContain(`${'长'.repeat(60)}…`)
  expect(text.length).toBeLessThan(300)
})
