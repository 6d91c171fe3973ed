import { expect, it } from 'vitest'
import { csvText } from './csv'

it('starts with a byte order mark, quotes separators and disarms formulas', () => {
  expect(csvText([['名称', 2], ['一, "二"', 3], ['=1+1', 4], []])).toBe(
    `\uFEFF名称,2\r\n"一, ""二""",3\r\n"'=1+1",4\r\n\r\n`,
  )
})
