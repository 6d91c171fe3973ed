import type { community } from '@dxx/contract/calls/community'
import type { Handlers } from '../../context'
import { discussHandlers, noteHandlers } from './chapters'
import { commentHandlers } from './comments'
import { leadHandlers } from './lead-discussions'
import { questionPostHandlers } from './question-posts'
import { reactionHandlers } from './reactions'

export const handlers: Handlers<typeof community> = {
  ...commentHandlers,
  ...discussHandlers,
  ...leadHandlers,
  ...noteHandlers,
  ...questionPostHandlers,
  ...reactionHandlers,
}
