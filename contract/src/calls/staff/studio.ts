import { studioDrafts } from './studio-drafts'
import { studioFiles } from './studio-files'
import { studioPublishing } from './studio-publishing'

/** Calls of the studio. */
export const studio = { ...studioDrafts, ...studioPublishing, ...studioFiles }
export type StudioCalls = typeof studio
