import { expect, it } from 'vitest'
import { codeSize } from './code-size'

it.each([
  [0, 12],
  [50, 14],
  [100, 19],
])("code size follows the reader's font size: %i is %i px", (fontSize, pixels) => {
  expect(codeSize(fontSize)).toBe(pixels)
})
