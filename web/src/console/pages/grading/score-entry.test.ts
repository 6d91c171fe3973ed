import { expect, it } from 'vitest'
import { answerCode } from './answer-code'
import { withPhrase } from './comment-box'
import { paceOf, remainingText } from './pace'
import { parseRoomPath, roomPath } from './room-address'
import { rowProblem } from './rubric-editor'
import { appendScoreKey, parseScore, parseTypedScore, sumOf } from './score-entry'

it.each([
  ['7', 10, 7],
  ['10', 10, 10],
  ['75', 10, 5],
  ['7.', 10, 7.5],
  ['7..', 10, 7.5],
  ['.', 10, 0.5],
  ['10.', 10, 10],
  ['2.5', 10, 2.5],
  ['7.5', 10, 7.5],
  ['2.0', 10, 2],
  ['2.3', 10, 2.5],
  ['2.55', 30, 2.5],
  ['2.05', 30, 2],
  ['85', 100, 85],
  ['9', 5, 5],
  ['0', 5, 0],
])('typing the keys %s for a question of %d points enters the score %d', (keys, max, score) => {
  const typed = [...keys].reduce((before, key) => appendScoreKey(before, key, max) ?? before, '')
  expect(parseTypedScore(typed)).toBe(score)
})

it('Backspace clears the typed score, letters are ignored, and decimals other than .5 and .0 are refused', () => {
  expect([appendScoreKey('7', 'Backspace', 10), appendScoreKey('7', 'x', 10), appendScoreKey('7.', '3', 10)]).toEqual([
    '',
    '7',
    null,
  ])
})

it('without typed text, `.` adds a half to the shown score and a digit begins a new number', () => {
  expect([appendScoreKey('', '.', 10, 4), appendScoreKey('', '3', 50, 4)]).toEqual(['4.', '3'])
})

it('sumOf limits the sum of rubric points to 0 and the maximum, and sums 0.1 and 0.2 to 0.3', () => {
  const rubric = [{ score: 0.1 }, { score: 0.2 }, { score: -3 }, { score: 9 }]
  expect([sumOf(rubric, [0, 1], 5), sumOf(rubric, [2], 5), sumOf(rubric, [3], 5)]).toEqual([0.3, 0, 5])
})

it('parseScore accepts at most two decimals, and returns null above the maximum or below 0', () => {
  expect(['8', '8.', '8.25', '8.255', '11', '-1', ''].map((text) => parseScore(text, 10))).toEqual([
    8,
    8,
    8.25,
    null,
    null,
    null,
    null,
  ])
})

it('answerCode returns four letters or digits that do not look alike', () => {
  expect(answerCode('00010203-0405-4607-8809-0a0b0c0d0e0f')).toMatch(/^[2-9A-HJ-NP-Z]{4}$/)
})

it('withPhrase appends a phrase, with ； unless the comment ends in punctuation', () => {
  expect([withPhrase('', '很好'), withPhrase('对', '很好'), withPhrase('对。', '很好')]).toEqual([
    '很好',
    '对；很好',
    '对。很好',
  ])
})

it('paceOf averages the seconds per answer without breaks, and remainingText writes the time left', () => {
  expect(paceOf([0, 10_000])).toBeNull()
  expect(paceOf([0, 10_000, 30_000, 2_000_000, 2_030_000])).toBe(20)
  expect([remainingText(87, 18), remainingText(1, 5), remainingText(1000, 20)]).toEqual([
    '约 27 分钟',
    '约 1 分钟',
    '约 5.6 小时',
  ])
})

it('roomPath writes a question part into the URL, and roomOf reads it', () => {
  const room = { exam: 'e', question: 'q', part: 1 }
  expect(roomPath(room)).toBe('/grading/e/q.1')
  expect([parseRoomPath('e', 'q.1'), parseRoomPath('e', 'q')]).toEqual([room, { ...room, part: null }])
})

it('rowProblem accepts negative scores, and reports a missing text or a score that is not a number', () => {
  expect(['2', '-1.5', '−1'].map((score) => rowProblem({ score, text: '写出互斥' }))).toEqual(['', '', ''])
  expect(rowProblem({ score: '二', text: 'x' })).toContain('分值')
  expect(rowProblem({ score: '2', text: ' ' })).toBe('请写评分要点')
})
