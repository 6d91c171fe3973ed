import { currentUserId as currentUser } from '../../state/owner'
import { filesIn } from './downloads'
import { mediaKey, readChapter, readFile, responseFileName } from './offline-store'
import { openRecent } from './recent-chapters'

export interface OpenedChapter<T> {
  /** The server's response with pictures, videos and subtitles replaced by local URLs. */
  answer: T
  /** Releases the files' memory; the URLs are invalid afterwards. */
  close(): void
}

/** Opens a downloaded or recently opened chapter; null if it is not completely on this device. */
export async function openOffline<T>(chapterId: string): Promise<OpenedChapter<T> | null> {
  const userId = currentUser()
  if (!userId) return null
  const urls: string[] = []
  const close = () => {
    for (const url of urls) URL.revokeObjectURL(url)
  }
  try {
    if ((await readChapter(userId, chapterId))?.state !== 'kept') {
      const recent = await openRecent(userId, chapterId)
      return recent ? { answer: recent as T, close } : null
    }
    let text = await (await readFile(userId, chapterId, responseFileName))?.text()
    if (!text) return null
    for (const address of filesIn(text)) {
      // Skips streams: the player reads their files from the offline copy itself.
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

/** Returns one file of a downloaded chapter, by any of its URLs. */
export async function offlineFile(chapterId: string, address: string): Promise<Blob | undefined> {
  const userId = currentUser()
  if (!userId) return undefined
  try {
    if ((await readChapter(userId, chapterId))?.state !== 'kept') return undefined
    return await readFile(userId, chapterId, mediaKey(address))
  } catch {
    return undefined
  }
}
