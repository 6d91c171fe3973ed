import { describe, expect, it } from 'vitest'
import { readTolerance } from '../tolerance'
import { checkerInput, checkerVerdict, isSameOutput } from './compare-output'
import type { TextComparison } from './rubric'

const exact: TextComparison = { mode: 'exact' }
const trim: TextComparison = { mode: 'trim' }
const tokens: TextComparison = { mode: 'tokens' }
const numeric = (tolerance: string): TextComparison => ({ mode: 'numeric', tolerance })

describe('isSameOutput', () => {
  it.each<[string, TextComparison, string, string, boolean]>([
    ['exact: the same text (same)', exact, '3\n', '3\n', true],
    ['exact: a missing line end (different)', exact, '3\n', '3', false],
    ['exact: a blank at the end (different)', exact, '3', '3 ', false],
    ['trim: blanks and line ends at the end (same)', trim, '3\n4', '3 \t\n4\r\n\n\n', true],
    ['trim: a blank at the start of a line (different)', trim, '3', ' 3', false],
    ['trim: two blanks between words (different)', trim, '3 4', '3  4', false],
    ['trim: an empty line in between (different)', trim, '3\n4', '3\n\n4', false],
    ['tokens: other blanks between the same words (same)', tokens, '1 2\n3', '\n 1\t2   3\n', true],
    ['tokens: full-width blanks separate as well (same)', tokens, '甲 乙', '甲\u3000乙', true],
    ['tokens: one word missing (different)', tokens, '1 2 3', '1 2', false],
    ['tokens: one word too many (different)', tokens, '1 2', '1 2 3', false],
    ['tokens: joined words (different)', tokens, '1 2', '12', false],
    ['tokens: another case (different)', tokens, 'Yes', 'yes', false],
    ['tokens: 1.0 is not 1 (different)', tokens, '1', '1.0', false],
    ['tokens: nothing printed (different)', tokens, '1', '', false],
    ['tokens: nothing expected, blanks printed (same)', tokens, '', ' \n', true],
    ['numeric: within the tolerance (same)', numeric('0.001'), '3.1416', '3.1409', true],
    ['numeric: exactly at the tolerance (same)', numeric('0.1'), '0.3', '0.2', true],
    ['numeric: beyond the tolerance (different)', numeric('0.1'), '0.3', '0.19999999999999999', false],
    ['numeric: written in another way (same)', numeric('0'), '1500', '+1.5E3', true],
    ['numeric: far beyond a double (different)', numeric('0'), '100000000000000000001', '100000000000000000002', false],
    ['numeric: words among numbers (same)', numeric('0.01'), '面积 = 3.14', '面积 = 3.142', true],
    ['numeric: another word (different)', numeric('0.01'), '面积 = 3.14', '周长 = 3.14', false],
    ['numeric: a word for a number (different)', numeric('0.01'), '3.14', 'nan', false],
    ['numeric: nan where nan is expected (same)', numeric('0.01'), 'nan', 'nan', true],
    ['numeric: full-width digits are no number (different)', numeric('1'), '3', '３', false],
    ['numeric: a percentage of the expected number (same)', numeric('1%'), '200', '198', true],
    ['numeric: beyond the percentage (different)', numeric('1%'), '200', '197.9', false],
    ['numeric: a percentage of a negative number (same)', numeric('1%'), '-200', '-201.5', true],
    ['numeric: a percentage of zero (different)', numeric('50%'), '0', '0.0001', false],
    ['numeric: one number too many (different)', numeric('1'), '1 2', '1 2 3', false],
  ])('isSameOutput, %s', (_name, comparison, expected, actual, same) => {
    expect(isSameOutput(comparison, expected, actual)).toBe(same)
  })
})

it.each([
  ['0.001', { tolerance: '0.001', relative: false }],
  ['1e-6', { tolerance: '1e-6', relative: false }],
  ['0', { tolerance: '0', relative: false }],
  ['2.5%', { tolerance: '2.5', relative: true }],
  ['-0.1', null],
  ['about 1', null],
  ['%', null],
  ['1.2.3', null],
  ['', null],
])('readTolerance(%j) returns %j', (text, read) => expect(readTolerance(text)).toEqual(read))

describe('checkerInput and checkerVerdict', () => {
  it.each([
    ['one line in each section', '3 4\n', '7\n', '7\n', '1 1 1\n3 4\n7\n7\n'],
    ['without line ends', '3 4', '7', '8', '1 1 1\n3 4\n7\n8\n'],
    ['an empty input and output', '', '7', '', '0 1 0\n7\n'],
    ['empty lines in between', 'a\n\nb', 'x', '\ny\n\n', '3 1 3\na\n\nb\nx\n\ny\n\n'],
    ['output that imitates a header', '1', '2', '0 0 0\naccepted\n', '1 1 2\n1\n2\n0 0 0\naccepted\n'],
  ])('checkerInput writes the line counts before the sections: %s', (_name, input, expected, actual, read) => {
    expect(checkerInput(input, expected, actual)).toBe(read)
  })

  it.each([
    ['accepted\n', 'passed'],
    [' accepted 3 of 3\n', 'passed'],
    ['wrong\n第 2 行\n', 'wrong'],
    ['', null],
    ['Accepted\n', null],
    ['debug: accepted', null],
  ])('a checker that prints %j gives the verdict %s', (stdout, verdict) => expect(checkerVerdict(stdout)).toBe(verdict))
})
