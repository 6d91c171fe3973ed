import { ResponseCode } from '@dxx/contract/envelope'
import { expect, it } from 'vitest'
import { ApiError, networkError } from '../../api/error'
import { isFinalError } from './final-error'

it.each([
  ['a named refusal', new ApiError('exam-not-found', ResponseCode.business, '', {}, 200), true],
  ['an overloaded server', new ApiError('overloaded', ResponseCode.business, '', {}, 200), false],
  ['too many calls', new ApiError('too-many', ResponseCode.tooMany, '', {}, 200), false],
  ['an ended session', new ApiError('not-logged-in', ResponseCode.login, '', {}, 200), false],
  ['no network', networkError(), false],
])('isFinalError is true only for a named refusal: %s', (_, error, final) => {
  expect(isFinalError(error)).toBe(final)
})
