import { createStore, delMany, get, keys, set } from 'idb-keyval'
import { currentUserId, sessionScope } from '../../../state/owner'

/** Pictures of opened chapters for offline reading, stored by media key because their URLs expire. */
const storage = createStore('dxx-pictures', 'pictures')
const most = 400

interface Picture {
  at: number
  blob: Blob
}

const slotOf = (key: string) => `${currentUserId() ?? sessionScope()}:${key}`

/** Stores pictures that are not stored yet; failures are ignored. */
export async function keepPictures(media: Readonly<Record<string, string>>): Promise<void> {
  try {
    const known = new Set(await keys<string>(storage))
    for (const [key, address] of Object.entries(media)) {
      // Pictures of a downloaded chapter are on the device already, and the CSP allows no request for a blob.
      if (address.startsWith('blob:')) continue
      if (known.has(slotOf(key)) || !/\.(png|jpe?g|webp|gif|avif|svg)($|\?)/i.test(`${key}`)) continue
      const response = await fetch(address)
      if (response.ok) await set(slotOf(key), { at: Date.now(), blob: await response.blob() }, storage)
    }
    if (known.size > most) await dropOldest()
  } catch {
    // Offline, or storage is full: retried when the chapter is opened again.
  }
}

async function dropOldest(): Promise<void> {
  const all = await keys<string>(storage)
  const aged = await Promise.all(all.map(async (slot) => ({ slot, at: (await get<Picture>(slot, storage))?.at ?? 0 })))
  aged.sort((a, b) => a.at - b.at)
  await delMany(
    aged.slice(0, all.length - most).map(({ slot }) => slot),
    storage,
  )
}

/** Replaces a picture that failed to load by its stored copy. Each picture is tried once. */
export async function repairPicture(image: HTMLImageElement, media: Readonly<Record<string, string>>): Promise<void> {
  if (image.dataset.repaired) return
  const key = Object.keys(media).find((one) => image.src.includes(one))
  if (!key) return
  image.dataset.repaired = ''
  const storedPicture = await get<Picture>(slotOf(key), storage).catch(() => undefined)
  image.removeAttribute('srcset')
  // Without a stored copy, the newest URL: the old one may have expired.
  image.src = storedPicture ? URL.createObjectURL(storedPicture.blob) : media[key]!
}

/** Makes pictures open in full screen by tap, keyboard and screen reader. */
export function offerZoom(box: HTMLElement): void {
  for (const image of box.querySelectorAll('img')) {
    if (image.closest('a[href]')) continue
    image.tabIndex = 0
    image.setAttribute('role', 'button')
    image.setAttribute('aria-label', image.alt ? `放大图片：${image.alt}` : '放大图片')
  }
}
