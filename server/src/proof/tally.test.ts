import { expect, it } from 'vitest'
import { cameOnly, heard, newTally, statusWords } from './tally'

const answer = (status: number, body: object) => Promise.resolve(new Response(JSON.stringify(body), { status }))

it('takes a refusal for no acknowledgement, although its status is good', async () => {
  const tally = newTally()
  expect(await heard(tally, answer(200, { code: 1 }))).toBe(true)
  expect(cameOnly(tally, 200)).toBe(true)
  expect(await heard(tally, answer(200, { code: 429, msg: '太多了' }))).toBe(false)
  expect(cameOnly(tally, 200)).toBe(false)
  expect(statusWords(tally)).toBe('200 ×2; 1 refused: {"code":429,"msg":"太多了"}')
})

it('counts what is not there, and what does not answer', async () => {
  const tally = newTally()
  expect(await heard(tally, answer(503, { code: 503 }))).toBe(false)
  expect(await heard(tally, Promise.reject(new Error('cut')))).toBe(false)
  expect(statusWords(tally)).toBe('no answer ×1, 503 ×1')
  expect([cameOnly(tally, 200, 503), cameOnly(tally, 0, 200, 503)]).toEqual([false, true])
})
