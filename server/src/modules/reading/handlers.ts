import type { reading } from '@dxx/contract/calls/reading'
import type { Handlers } from '../../context'
import { viewChapter } from './chapter'
import { highlightHandlers } from './highlight-handlers'
import { resourceHandlers } from './resources'
import { searchHandlers } from './search'

/** Heartbeats are handled by modules/study. */
export const handlers: Omit<Handlers<typeof reading>, 'POST /v1/ebook_speed' | 'POST /v1/textbooks_speed'> = {
  ...highlightHandlers,
  ...resourceHandlers,
  ...searchHandlers,
  'GET /v1/ebook_view_chapter': viewChapter('ebook'),
  'GET /v1/textbooks_view_chapter': viewChapter('textbook'),
}
