import type { Version } from './present'
import type { Given } from './rubric'
import { partTypes } from './types'

/** Parses an answer written by staff: option letters, 对 or 错, texts of blanks. Undefined if it does not fit. */
export function parseStaffAnswer({ body }: Pick<Version, 'body'>, text: string): Given | undefined {
  return body.type === 'material' ? undefined : partTypes[body.type].fromText?.(text.trim(), body)
}
