import type { Chapter } from '@dxx/contract/calls/study'
import { createStore, delMany, entries, get, set } from 'idb-keyval'
import { currentUserId } from '../../state/owner'

/** Recently opened chapters for offline reading, without their videos. */
export const store = createStore('dxx-recent', 'chapters')
const most = 20

export interface RecentChapter {
  /** When the chapter was last opened, in milliseconds. */
  openedAt: number
  answer: Chapter
}

const slotOf = (user: string, chapterId: string) => `${user}/${chapterId}`

/** Stores a chapter's response and drops the oldest beyond 20. Storage failures are ignored. */
export async function rememberOpened(answer: Chapter): Promise<void> {
  const user = currentUserId()
  if (!user) return
  try {
    await set(slotOf(user, answer.id), { openedAt: Date.now(), answer } satisfies RecentChapter, store)
    const ownChapters = await readOwn(user)
    await delMany(
      ownChapters.slice(most).map(({ answer: { id } }) => slotOf(user, id)),
      store,
    )
  } catch {
    // Ignored: storage is full or forbidden.
  }
}

/** Returns the logged-in user's recently opened chapters, newest first. */
export async function recentChapters(): Promise<RecentChapter[]> {
  const user = currentUserId()
  return user ? readOwn(user).catch(() => []) : []
}

export async function openRecent(user: string, chapterId: string): Promise<Chapter | undefined> {
  return (await get<RecentChapter>(slotOf(user, chapterId), store))?.answer
}

async function readOwn(user: string): Promise<RecentChapter[]> {
  const all = await entries<string, RecentChapter>(store)
  return all
    .filter(([slot]) => slot.startsWith(`${user}/`))
    .map(([, recent]) => recent)
    .sort((a, b) => b.openedAt - a.openedAt)
}
