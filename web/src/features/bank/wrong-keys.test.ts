import { expect, it } from 'vitest'
import { memoryText } from './use-memory'
import { wrongKeyOf } from './use-wrong-keys'

function press(key: string, target: Element = document.body, extra: KeyboardEventInit = {}) {
  let action: ReturnType<typeof wrongKeyOf>
  const listen = (event: KeyboardEvent) => {
    action = wrongKeyOf(event)
  }
  document.addEventListener('keydown', listen, { once: true })
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, ...extra }))
  return action
}

it.each([
  ['j', 'next'],
  ['K', 'previous'],
  [' ', 'show'],
  ['1', 'knew'],
  ['2', 'forgot'],
  ['x', undefined],
])('the key %j in 错题本 means %j', (key, action) => {
  expect(press(key)).toBe(action)
})

it('keys with a modifier, in a text field, and Space on a button have no action in 错题本', () => {
  document.body.innerHTML = '<input><button>按钮</button>'
  expect(press('j', document.body, { ctrlKey: true })).toBeUndefined()
  expect(press('1', document.querySelector('input')!)).toBeUndefined()
  expect(press(' ', document.querySelector('button')!)).toBeUndefined()
  expect(press('j', document.querySelector('button')!)).toBe('next')
})

const result = { dueAt: Date.UTC(2026, 10, 20) / 1000, rightStreak: 1, mastered: false, counted: true }

it.each([
  [result, true, '记住了，11月20日再复习'],
  [result, false, '没关系，明天再来一次'],
  [{ ...result, counted: false }, true, '还没到复习的日子，11月20日再答对才算'],
  [{ ...result, mastered: true }, true, '已掌握，移出错题本'],
])('memoryText(%j, %j) is %j', (data, knew, text) => {
  expect(memoryText(data, knew)).toBe(text)
})
