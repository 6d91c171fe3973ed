import type { reading } from '@dxx/contract/calls/reading'
import type { Handlers } from '../../context'
import { fail } from '../../http/errors'

// The contract stands; the use cases follow.
const coming = async (): Promise<never> => fail('no-such-call')

export const handlers: Handlers<typeof reading> = {
  'GET /v1/ebook_view_chapter': coming,
  'POST /v1/ebook_speed': coming,
  'GET /v1/textbooks_view_chapter': coming,
  'POST /v1/textbooks_speed': coming,
  'GET /v1/textbooks_resource': coming,
  'GET /v1/textbooks_resource_info': coming,
  'GET /v1/textbooks_search': coming,
  'POST /v1/textbooks_brightness': coming,
  'POST /v1/textbooks_delete_brightness': coming,
  'GET /v1/textbooks_brightness_search': coming,
  'POST /v1/highlights_sync': coming,
  'GET /v1/highlights_export': coming,
}
