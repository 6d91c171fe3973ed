import { posix } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Storage } from '../../adapters/storage/storage'

/** Share of the video's length that each file of a streamed video has, by path in the folder. */
type Shares = Map<string, number>

/** Cache of shares by video: stored videos never change. The oldest entries are evicted. */
const known = new Map<string, Promise<Shares>>()
const mostKnown = 200

/**
 * Returns a file's share of the length of a streamed video: 0 for a playlist and for preview pictures, 1 if no playlist
 * names the file.
 */
export async function segmentShare(storage: Storage, path: string): Promise<number> {
  if (/\.(m3u8|jpg)$/.test(path)) return 0
  const [area, folder, ...rest] = path.split('/')
  const base = `${area}/${folder}`
  let shares = known.get(base)
  if (!shares) {
    shares = readShares(storage, base)
    known.set(base, shares)
    // A failed read is not cached.
    shares.catch(() => known.delete(base))
    if (known.size > mostKnown) known.delete(known.keys().next().value!)
  }
  return (await shares).get(rest.join('/')) ?? 1
}

async function readShares(storage: Storage, base: string): Promise<Shares> {
  const read = async (name: string) => text(await storage.read(`${base}/${name}`))
  const entry = 'master.m3u8'
  const master = await read(entry)
  const shares: Shares = new Map()
  if (/#EXTINF:/.test(master)) addSegments(shares, entry, master, 1)
  const audio = [...master.matchAll(/^#EXT-X-MEDIA:.*TYPE=AUDIO.*URI="([^"]+)"/gm)].map(([, name]) => name!)
  const other = [...master.matchAll(/^#EXT-X-MEDIA:.*URI="([^"]+)"/gm)].map(([, name]) => name!)
  const video = linesOf(master).filter((line) => line.endsWith('.m3u8'))
  // If picture and sound are in separate files, each counts as half of the lesson; subtitles count as 0.
  for (const name of other.filter((name) => !audio.includes(name))) addSegments(shares, name, await read(name), 0)
  for (const name of audio) addSegments(shares, name, await read(name), 0.5)
  for (const name of video) addSegments(shares, name, await read(name), audio.length > 0 ? 0.5 : 1)
  return shares
}

const linesOf = (playlist: string) =>
  playlist
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

/** Adds the segments of a playlist; their shares add up to `whole`. */
function addSegments(shares: Shares, playlist: string, content: string, whole: number): void {
  const seconds = [...content.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length))
  const total = seconds.reduce((sum, length) => sum + length, 0)
  const add = (name: string, share: number) => {
    const path = posix.join(posix.dirname(playlist), name)
    shares.set(path, (shares.get(path) ?? 0) + share)
  }
  for (const [i, name] of linesOf(content).entries()) add(name, total > 0 ? (whole * (seconds[i] ?? 0)) / total : whole)
  for (const [, name] of content.matchAll(/#EXT-X-MAP:.*URI="([^"]+)"/g)) add(name!, 0)
}
