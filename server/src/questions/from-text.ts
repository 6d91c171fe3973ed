import type { Version } from './present'
import type { Given } from './rubric'
import { partTypes } from './types'

/** An answer from text as staff write it: option letters, 对 or 错, texts of blanks. Undefined where it does not fit. */
export function givenOf({ body }: Pick<Version, 'body'>, text: string): Given | undefined {
  return body.type === 'material' ? undefined : partTypes[body.type].fromText?.(text.trim(), body)
}
