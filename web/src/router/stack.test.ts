import { expect, test } from 'vitest'
import { parsePageUrl } from './page-url'
import { applyMove, backTarget, firstStack, type Move, mountedMax, mountedPages, type Stack } from './stack'

const page = (key: string) => ({ ...parsePageUrl('/pages/course/details'), key })
const tab = (path: string) => ({ path, search: '', key: path })
const home = tab('pages/index/index')
const books = tab('pages/books/index')

function after(stack: Stack, ...moves: Move[]): Stack {
  return moves.reduce((now, move) => applyMove(now, move).stack, stack)
}
const pushes = (...keys: string[]): Move[] => keys.map((key) => ({ type: 'push', page: page(key) }))
const shape = ({ pages, position }: Stack) => `${pages.map(({ key, at }) => `${key}@${at}`).join(' ')} | ${position}`
const start = firstStack({ ...home, at: 0 })
const h = home.key

test('navigateTo pushes, redirectTo replaces the current page', () => {
  const two = after(start, ...pushes('a', 'b'))
  expect(shape(two)).toBe(`${h}@0 a@1 b@2 | 2`)
  const step = applyMove(two, { type: 'replace', page: page('c') })
  expect(shape(step.stack)).toBe(`${h}@0 a@1 c@2 | 2`)
  expect(step).toMatchObject({ back: 0, write: 'replace' })
  expect(applyMove(two, pushes('c')[0]!)).toMatchObject({ back: 0, write: 'push' })
})

test('replacing a lower page closes the pages above it', () => {
  const step = applyMove(after(start, ...pushes('a', 'b', 'c')), { type: 'replace', page: page('d'), at: 2 })
  expect(shape(step.stack)).toBe(`${h}@0 a@1 d@2 | 2`)
  expect(step).toMatchObject({ back: 1, write: 'replace' })
})

test('switchTab closes the other pages, returns to the first history entry and keeps the previous tab mounted', () => {
  const step = applyMove(after(start, ...pushes('a', 'b')), { type: 'tab', page: books })
  expect(shape(step.stack)).toBe(`${books.key}@0 | 0`)
  expect(step).toMatchObject({ back: 2, write: 'replace' })
  expect(mountedPages(step.stack, null).map(({ key }) => key)).toEqual([h, books.key])
  const again = applyMove(step.stack, { type: 'tab', page: home }).stack
  expect(mountedPages(again, null).map(({ key }) => key)).toEqual([h, books.key])
})

test('reLaunch closes all other pages and tabs', () => {
  const step = applyMove(after(start, { type: 'tab', page: books }, ...pushes('a', 'b')), {
    type: 'relaunch',
    page: page('c'),
  })
  expect(shape(step.stack)).toBe('c@0 | 0')
  expect(step).toMatchObject({ back: 2, write: 'replace' })
  expect(mountedPages(step.stack, null).map(({ key }) => key)).toEqual(['c'])
})

test('a history step to a known page closes the pages above it; a step to an unknown page creates the page at its position', () => {
  const stack = after(start, ...pushes('a', 'b', 'c'))
  const back = applyMove(stack, { type: 'land', page: page('a'), at: 1, position: 1 })
  expect(shape(back.stack)).toBe(`${h}@0 a@1 | 1`)
  expect(back).toMatchObject({ back: 0, write: null })
  expect(shape(after(start, { type: 'land', page: page('x'), at: 3, position: 3 }))).toBe(`${h}@0 x@3 | 3`)
})

test.each([
  ['one page', 1, 2],
  ['two pages', 2, 1],
  ['all pages', 3, 0],
  ['more than there are', 9, 0],
])('backTarget finds the history index when going back by %s', (_, delta, target) =>
  expect(backTarget(after(start, ...pushes('a', 'b', 'c')), delta)).toBe(target),
)

test('backTarget returns -1 on the first page, and finds entries from before a reload', () => {
  expect(backTarget(start, 1)).toBe(-1)
  const reloaded = firstStack({ ...page('c'), at: 3 })
  expect([1, 2, 3, 4].map((delta) => backTarget(reloaded, delta))).toEqual([2, 1, 0, 0])
  expect(backTarget(after(reloaded, ...pushes('d')), 1)).toBe(3)
})

test('a page gets one guard entry, which stays below later pages and is skipped when the page closes', () => {
  const guarded = after(start, ...pushes('a'), { type: 'guard' }, { type: 'guard' })
  expect(shape(guarded)).toBe(`${h}@0 a@1 | 2`)
  expect(backTarget(guarded, 1)).toBe(0)
  const above = after(guarded, ...pushes('b'))
  expect(shape(above)).toBe(`${h}@0 a@1 b@3 | 3`)
  expect(backTarget(above, 1)).toBe(2)
  expect(applyMove(guarded, { type: 'unguard' })).toMatchObject({ back: 1, write: null, stack: { position: 1 } })
  expect(applyMove(guarded, { type: 'replace', page: page('c') })).toMatchObject({ back: 1, stack: { position: 1 } })
})

test('besides the tabs, only the ten newest pages are mounted', () => {
  const keys = Array.from({ length: 14 }, (_, i) => `p${i}`)
  const stack = after(start, { type: 'tab', page: books }, ...pushes(...keys))
  expect(mountedPages(stack, null).map(({ key }) => key)).toEqual([h, books.key, ...keys.slice(-mountedMax)])
  expect(mountedMax).toBe(10)
  expect(stack.pages).toHaveLength(15)
})

test('a page that slides out stays mounted above the page that it reveals', () => {
  const stack = after(start, ...pushes('a', 'b'))
  const back = after(stack, { type: 'land', page: page('a'), at: 1, position: 1 })
  expect(mountedPages(back, stack.pages[2]!).map(({ key }) => key)).toEqual([h, 'a', 'b'])
})

test('forget drops all tabs and pages except the current page', () => {
  const stack = after(start, { type: 'tab', page: books }, ...pushes('a', 'b'), { type: 'forget' })
  expect(shape(stack)).toBe('b@2 | 2')
  expect(mountedPages(stack, null)).toHaveLength(1)
})
