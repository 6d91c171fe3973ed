import { readFile, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { MediaError } from './images'
import type { VideoFacts } from './mp4'

export interface HlsFacts extends Omit<VideoFacts, 'streamable'> {
  /** All files of the video, relative to the folder. */
  files: string[]
  entry: string
}

/** Allowed file names: in the video's folder or in a direct subfolder. */
const safeName = /^([A-Za-z0-9_-][A-Za-z0-9._-]*\/)?[A-Za-z0-9_-][A-Za-z0-9._-]*\.(m3u8|ts|m4s|mp4|vtt|aac|jpg)$/
const maxFiles = 20_000

/** Reads the playlists of a video's folder. All files that they name must be in the folder. */
export async function readHls(folder: string): Promise<HlsFacts> {
  const entry = 'master.m3u8'
  const master = await playlist(folder, entry)
  const files = new Set([entry])
  let facts = { durationSeconds: 0, width: null as number | null, height: null as number | null }
  if (/#EXTINF:/.test(master)) facts.durationSeconds = collect(master, entry, files)
  else {
    for (const name of names(master, entry)) {
      files.add(name)
      facts.durationSeconds = Math.max(facts.durationSeconds, collect(await playlist(folder, name), name, files))
    }
    const sizes = [...master.matchAll(/RESOLUTION=(\d+)x(\d+)/g)].sort((a, b) => Number(b[1]) - Number(a[1]))
    if (sizes[0]) facts = { ...facts, width: Number(sizes[0][1]), height: Number(sizes[0][2]) }
  }
  if (facts.durationSeconds <= 0) throw new MediaError('播放列表里没有片段')
  if (files.size > maxFiles) throw new MediaError('片段太多')
  for (const name of files) {
    if (!safeName.test(name)) throw new MediaError(`片段 ${name.slice(0, 80)} 不在文件夹里，或名称不合适`)
    const found = await stat(join(folder, name)).catch(() => null)
    if (!found?.isFile()) throw new MediaError(`缺少片段 ${name}`)
  }
  return { ...facts, files: [...files].sort(), entry }
}

async function playlist(folder: string, name: string): Promise<string> {
  if (!safeName.test(name)) throw new MediaError(`播放列表 ${name.slice(0, 80)} 不在文件夹里，或名称不合适`)
  const text = await readFile(join(folder, name), 'utf8').catch(() => '')
  if (!text.startsWith('#EXTM3U')) throw new MediaError(`${name} 不是播放列表`)
  return text
}

/** Returns the files that a playlist names: on their own lines and in tags (languages, subtitles, first segments). */
function names(text: string, playlist: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const entries = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const tagged = [...text.matchAll(/URI="([^"]+)"/g)].map(([, name]) => name!)
  return [...entries, ...tagged].map((name) => posix.join(posix.dirname(playlist), name))
}

function collect(text: string, playlist: string, files: Set<string>): number {
  for (const name of names(text, playlist)) files.add(name)
  return [...text.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0)
}
