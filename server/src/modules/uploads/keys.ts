import type { UploadPurpose } from '@dxx/contract/calls/uploads'
import { attachable, imageSizes, purposes } from './rules'

/** Key of unchecked bytes, which are never served. */
export const quarantineKey = (uid: string) => `q/${uid}`

/** Name of the stored file: unique per upload, so that a file can be removed independently of equal uploads. */
export const storedName = (uid: string) => `u${uid.replaceAll('-', '')}`

/** All keys of one stored file. */
export const fileKeys = ({ key, sizes }: { key: string; sizes: readonly number[] }) => [
  key,
  ...sizes.map((size) => key.replace(/\.webp$/, `-${size}.webp`)),
]

interface Left {
  uid: string
  purpose: UploadPurpose
  /** Null if no file was stored, or the process crashed before recording the stored file. */
  media: { key: string; sizes: readonly number[] } | null
}

/** All storage keys that an upload may have used. */
export function keysOf({ uid, purpose, media }: Left): string[] {
  const { area, fileBytes } = purposes[purpose]
  const base = `${area}/${storedName(uid)}`
  // Previous versions named files by content, so that other rows may share this file: it is not removed then.
  if (media && !media.key.startsWith(base)) return [quarantineKey(uid)]
  if (media) return [quarantineKey(uid), ...fileKeys(media)]
  const files = fileBytes > 0 ? [...attachable].map((ending) => `${base}.${ending}`) : []
  return [quarantineKey(uid), ...fileKeys({ key: `${base}.webp`, sizes: imageSizes.sizes }), ...files]
}
