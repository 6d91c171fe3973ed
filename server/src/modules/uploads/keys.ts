import type { UploadPurpose } from '@dxx/contract/calls/uploads'
import { attachable, imageSizes, purposes } from './rules'

/** Where unchecked bytes lie; nothing serves them. */
export const quarantineKey = (uid: string) => `q/${uid}`

/** Each upload has a file of its own, so that it can go without asking who else sent the same bytes. */
export const storedName = (uid: string) => `u${uid.replaceAll('-', '')}`

/** Everything that belongs to one stored file. */
export const fileKeys = ({ key, sizes }: { key: string; sizes: readonly number[] }) => [
  key,
  ...sizes.map((size) => key.replace(/\.webp$/, `-${size}.webp`)),
]

interface Left {
  uid: string
  purpose: UploadPurpose
  /** Null where it was never stored, or the process died before it could say so. */
  media: { key: string; sizes: readonly number[] } | null
}

/** Every key under which something of this upload can lie. */
export function keysOf({ uid, purpose, media }: Left): string[] {
  const { area, fileBytes } = purposes[purpose]
  const base = `${area}/${storedName(uid)}`
  // Stored under the name of its bytes, as they once were: content may show the same file.
  if (media && !media.key.startsWith(base)) return [quarantineKey(uid)]
  if (media) return [quarantineKey(uid), ...fileKeys(media)]
  const files = fileBytes > 0 ? [...attachable].map((ending) => `${base}.${ending}`) : []
  return [quarantineKey(uid), ...fileKeys({ key: `${base}.webp`, sizes: imageSizes.sizes }), ...files]
}
