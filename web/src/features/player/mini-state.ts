import { getToken } from '../../state/token'
import type { PlaybackOptions } from './use-playback'
import type { VideoHeartbeat } from './use-video-heartbeats'

/** A lesson whose video continues in a corner after the user left its page. */
export interface MiniVideo extends Pick<PlaybackOptions, 'url' | 'refresh' | 'readOffline'> {
  courseId: string
  chapterId: string
  title: string
  album: string
  poster: string | null
  /** Second to start at, then the current second. */
  second: number
  onHeartbeat(heartbeat: VideoHeartbeat): void
}

let playing: MiniVideo | null = null
const listeners = new Set<() => void>()

export const getMini = (): MiniVideo | null => playing

export function subscribeMini(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: MiniVideo | null): void {
  playing = next
  for (const listener of [...listeners]) listener()
}

/** Pages on which no other video may play: exams, other videos and the login. */
const quietPages = /^pages\/(exam\/|login\/|filePreview\/|digital-textbooks\/video)/

export const allowsMini = (path: string): boolean => !quietPages.test(path)

/** Opens the small video. Returns false after a logout, when the page is removed as well. */
export function setMini(video: MiniVideo): boolean {
  if (!getToken()) return false
  set(video)
  return true
}

export const closeMini = (): void => set(null)

/** Second of the small video if it shows this lesson. */
export const miniSecond = (chapterId: string): number | null =>
  playing?.chapterId === chapterId ? playing.second : null

/** Ends the small video, because a lesson opens. Returns its second if it showed this lesson. */
export function takeMini(chapterId: string): number | null {
  const second = miniSecond(chapterId)
  if (playing) closeMini()
  return second
}
