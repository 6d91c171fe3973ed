import { expect, it } from 'vitest'
import { codeSize } from './code-size'

it.each([
  [0, 12],
  [50, 14],
  [100, 19],
])('font size %i of the reading page gives code of %i px', (fontSize, pixels) => {
  expect(codeSize(fontSize)).toBe(pixels)
})
