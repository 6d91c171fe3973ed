import { userId as currentUser } from '../../state/owner'
import { filesIn } from './keep-offline'
import { answerName, mediaKey, readChapter, readFile } from './offline-store'

export interface OpenedChapter<T> {
  /** As the server gave it, but pictures, videos and subtitles come from this device. */
  answer: T
  /** Gives the memory of its files back; the addresses are dead afterwards. */
  close(): void
}

/** A kept chapter, ready to be drawn without a network; null where it is not (completely) on this device. */
export async function openOffline<T>(chapterId: string): Promise<OpenedChapter<T> | null> {
  const userId = currentUser()
  if (!userId) return null
  const urls: string[] = []
  const close = () => {
    for (const url of urls) URL.revokeObjectURL(url)
  }
  try {
    if ((await readChapter(userId, chapterId))?.state !== 'kept') return null
    let text = await (await readFile(userId, chapterId, answerName))?.text()
    if (!text) return null
    for (const address of filesIn(text)) {
      // Streams are put together by the player, piece by piece, see `keptFile`.
      if (address.endsWith('.m3u8')) continue
      const blob = await readFile(userId, chapterId, mediaKey(address))
      if (!blob) continue
      const url = URL.createObjectURL(blob)
      urls.push(url)
      text = text.replaceAll(address, url)
    }
    return { answer: JSON.parse(text) as T, close }
  } catch {
    close()
    return null
  }
}

/** One file of a kept chapter, by any of its addresses. */
export async function keptFile(chapterId: string, address: string): Promise<Blob | undefined> {
  const userId = currentUser()
  if (!userId) return undefined
  try {
    if ((await readChapter(userId, chapterId))?.state !== 'kept') return undefined
    return await readFile(userId, chapterId, mediaKey(address))
  } catch {
    return undefined
  }
}
