import type { UploadPurpose } from '@dxx/contract/calls/uploads'
import type { Config } from '../../config'
import type { Db } from '../../db/connection'
import { fail } from '../../http/errors'
import { mediaUrl } from '../media/public'
import { ownUploads } from '../uploads/public'
import type { KeptPicture } from './schema'

/** The user's own pictures as they are kept. One that is not theirs, not finished or not a picture is refused. */
export async function keptPictures(
  db: Db,
  userId: number,
  purpose: UploadPurpose,
  uids: readonly string[],
): Promise<string> {
  const found = (await ownUploads(db, userId, purpose, uids)).filter(({ kind }) => kind === 'image')
  if (found.length < uids.length) fail('image-not-found')
  return JSON.stringify(found.map(({ uid, key }): KeptPicture => ({ id: uid, key })))
}

export const shownPictures = ({ secret }: Config, pictures: KeptPicture[], now: number) =>
  pictures.map(({ id, key }) => ({ id, url: mediaUrl(secret, key, now) }))
