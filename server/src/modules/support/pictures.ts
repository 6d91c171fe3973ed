import type { UploadPurpose } from '@dxx/contract/calls/uploads'
import { fail } from '../../base/refusal'
import type { Config } from '../../config'
import type { Db } from '../../db/connection'
import type { StoredPicture } from '../../db/schema/support'
import { mediaUrl, typeOf } from '../media/public'
import { ownUploads } from '../uploads/public'

interface Attached {
  images: readonly string[]
  videos: readonly string[]
}

/**
 * Returns the user's own images and videos as stored in one column. Rejects uploads of other users, unfinished ones and
 * those of another kind.
 */
export async function storedAttachments(
  db: Db,
  userId: number,
  purpose: UploadPurpose,
  { images, videos }: Attached,
): Promise<string> {
  const found = await ownUploads(db, userId, purpose, [...images, ...videos])
  const pictures = found.filter(({ uid, kind }) => kind === 'image' && images.includes(uid))
  const films = found.filter(({ uid, kind }) => kind === 'video' && videos.includes(uid))
  if (pictures.length < images.length) fail('image-not-found')
  if (films.length < videos.length) fail('video-not-found')
  return JSON.stringify([...pictures, ...films].map(({ uid, key }): StoredPicture => ({ id: uid, key })))
}

export const isVideo = ({ key }: StoredPicture) => typeOf(key).kind === 'video'

/** Returns the images and videos with expiring URLs. */
export function shownAttachments({ secret }: Config, user: { uid: string }, stored: StoredPicture[], now: number) {
  const shown = (some: StoredPicture[]) =>
    some.map(({ id, key }) => ({ id, url: mediaUrl(secret, key, now, { user: user.uid }) }))
  return { images: shown(stored.filter((one) => !isVideo(one))), videos: shown(stored.filter(isVideo)) }
}
