import type { study } from '@dxx/contract/calls/study'
import type { Handlers } from '../../context'
import { fail } from '../../http/errors'

// The contract stands; the use cases follow.
const coming = async (): Promise<never> => fail('no-such-call')

export const handlers: Handlers<typeof study> = {
  'GET /v1/view_chapter': coming,
  'POST /v1/course_speed': coming,
  'POST /v1/bank_speed': coming,
  'GET /v130/recently_study': coming,
  'GET /v130/study_afoot': coming,
  'GET /v130/study_course': coming,
  'GET /v130/study_library': coming,
  'POST /v130/study_delete': coming,
  'GET /v130/study_statistics': coming,
  'GET /v130/study_calendar': coming,
}
