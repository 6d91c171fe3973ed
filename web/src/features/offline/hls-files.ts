/** Maximum height of downloaded videos: enough for a phone, and storage is limited. */
const mostLines = 720

const lines = (text: string) => text.split(/\r?\n/)
const isMaster = (text: string) => text.includes('#EXT-X-STREAM-INF')

export interface Playlist {
  /** Playlist text to store. */
  text: string
  /** URLs of the files that the playlist references. */
  files: string[]
}

/** Reduces a playlist to one quality for offline use and lists all files it references. */
export function offlinePlaylist(text: string, url: string): Playlist {
  const playlist = isMaster(text) ? oneVariant(text) : text
  const files = lines(playlist).filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const tagged = [...playlist.matchAll(/URI="([^"]+)"/g)].map(([, name]) => name!)
  return { text: playlist, files: [...new Set([...files, ...tagged])].map((name) => new URL(name.trim(), url).href) }
}

function oneVariant(master: string): string {
  const all = lines(master)
  const variants = all.flatMap((line, index) => {
    if (!line.startsWith('#EXT-X-STREAM-INF')) return []
    const height = Number(/RESOLUTION=\d+x(\d+)/.exec(line)?.[1] ?? 0)
    const bandwidth = Number(/BANDWIDTH=(\d+)/.exec(line)?.[1] ?? 0)
    return [{ index, height, bandwidth }]
  })
  const bySize = variants.sort((a, b) => a.height - b.height || a.bandwidth - b.bandwidth)
  const chosen = bySize.filter(({ height }) => height <= mostLines).at(-1) ?? bySize[0]!
  const dropped = new Set(variants.filter((one) => one !== chosen).flatMap(({ index }) => [index, index + 1]))
  return all.filter((_, index) => !dropped.has(index)).join('\n')
}
