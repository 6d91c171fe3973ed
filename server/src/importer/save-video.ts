import type { Db } from '../db/connection'
import { saveMedia } from '../modules/media/store'
import type { StagedVideo } from './staged-files'

/** Stores a video with its poster, or any other file; returns its row id. */
export async function saveVideo(tx: Db, video: StagedVideo | null, now: number): Promise<number | null> {
  if (!video) return null
  const poster = video.poster ? await saveMedia(tx, video.poster, now) : null
  return saveMedia(tx, video.media, now, poster)
}
