import type { community } from '@dxx/contract/calls/community'
import type { Handlers } from '../../context'
import { discussHandlers, noteHandlers } from './chapters'
import { commentHandlers } from './comments'
import { questionPostHandlers } from './question-posts'
import { reactionHandlers } from './reactions'

export const handlers: Handlers<typeof community> = {
  ...commentHandlers,
  ...discussHandlers,
  ...noteHandlers,
  ...questionPostHandlers,
  ...reactionHandlers,
}
