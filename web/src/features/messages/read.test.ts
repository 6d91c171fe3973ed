import { expect, it } from 'vitest'
import { linkTarget } from './read'

it.each([
  ['pages/order/details?id=1', '#/pages/order/details?id=1'],
  ['/pages/my/auth', '#/pages/my/auth'],
  ['', null],
  ['pages/unknown/page', null],
  ['https://evil.example/pages/my/auth', null],
  ['javascript:alert(1)', null],
])('a message with the link %s opens %s', (link, place) => {
  expect(linkTarget(link)).toBe(place)
})
