import { posix } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Storage } from '../../adapters/storage/storage'

/** Shares of the files of a streamed video, by path in its folder. */
type Shares = Map<string, number>

/** Stored videos never change, so shares are read once; the oldest are dropped. */
const known = new Map<string, Promise<Shares>>()
const mostKnown = 200

/** Share of a streamed video that a file of it is: by length, 0 for a playlist, 1 if no playlist names the file. */
export async function segmentShare(storage: Storage, path: string): Promise<number> {
  if (path.endsWith('.m3u8')) return 0
  const [area, folder, ...rest] = path.split('/')
  const base = `${area}/${folder}`
  let shares = known.get(base)
  if (!shares) {
    shares = readShares(storage, base)
    known.set(base, shares)
    // A failed read is not kept.
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
  // Picture and sound in separate files are half of the lesson each; subtitles count with the lesson's texts.
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

/** Adds the segments of a playlist, which together are `whole`. */
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
