import { createStore, delMany, get, keys, set } from 'idb-keyval'
import { sessionScope, userId } from '../../../state/owner'

/** Pictures of chapters that were opened, for when there is no network: their addresses expire, their keys do not. */
const storage = createStore('dxx-pictures', 'pictures')
const most = 400

interface Picture {
  at: number
  blob: Blob
}

const slotOf = (key: string) => `${userId() ?? sessionScope()}:${key}`

/** Keeps what is not kept yet; nothing that goes wrong here may be noticed. */
export async function keepPictures(media: Readonly<Record<string, string>>): Promise<void> {
  try {
    const known = new Set(await keys<string>(storage))
    for (const [key, address] of Object.entries(media)) {
      if (known.has(slotOf(key)) || !/\.(png|jpe?g|webp|gif|avif|svg)($|\?)/i.test(`${key}`)) continue
      const response = await fetch(address)
      if (response.ok) await set(slotOf(key), { at: Date.now(), blob: await response.blob() }, storage)
    }
    if (known.size > most) await dropOldest()
  } catch {
    // Offline, or no room: they are fetched when they are next seen.
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

/** Puts the kept picture in the place of one that did not load. Each one is tried once. */
export async function repairPicture(image: HTMLImageElement, media: Readonly<Record<string, string>>): Promise<void> {
  if (image.dataset.repaired) return
  const key = Object.keys(media).find((one) => image.src.includes(one))
  if (!key) return
  image.dataset.repaired = ''
  const kept = await get<Picture>(slotOf(key), storage).catch(() => undefined)
  image.removeAttribute('srcset')
  // A newer address, where the old one has only expired.
  image.src = kept ? URL.createObjectURL(kept.blob) : media[key]!
}

/** A tap on a picture makes it large; keys and screen readers get there too. */
export function offerZoom(box: HTMLElement): void {
  for (const image of box.querySelectorAll('img')) {
    if (image.closest('a[href]')) continue
    image.tabIndex = 0
    image.setAttribute('role', 'button')
    image.setAttribute('aria-label', image.alt ? `放大图片：${image.alt}` : '放大图片')
  }
}
