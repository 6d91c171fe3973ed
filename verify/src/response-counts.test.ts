import { expect, it } from 'vitest'
import { countResponse, formatStatuses, hasOnlyStatuses, newResponseCounts } from './response-counts'

const answer = (status: number, body: object) => Promise.resolve(new Response(JSON.stringify(body), { status }))

it('does not count a refusal with status 200 as an acknowledgement', async () => {
  const tally = newResponseCounts()
  expect(await countResponse(tally, answer(200, { code: 1 }))).toBe(true)
  expect(hasOnlyStatuses(tally, 200)).toBe(true)
  expect(await countResponse(tally, answer(200, { code: 429, msg: '太多了' }))).toBe(false)
  expect(hasOnlyStatuses(tally, 200)).toBe(false)
  expect(formatStatuses(tally)).toBe('HTTP 200 ×2; 1 refused: {"code":429,"msg":"太多了"}')
})

it('countResponse counts error statuses and missing responses', async () => {
  const tally = newResponseCounts()
  expect(await countResponse(tally, answer(503, { code: 503 }))).toBe(false)
  expect(await countResponse(tally, Promise.reject(new Error('cut')))).toBe(false)
  expect(formatStatuses(tally)).toBe('no response ×1, HTTP 503 ×1')
  expect([hasOnlyStatuses(tally, 200, 503), hasOnlyStatuses(tally, 0, 200, 503)]).toEqual([false, true])
})
