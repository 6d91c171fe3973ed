import type { Level } from './stream'

/** Why a video does not play: the link is over, no network, or the file itself. */
export type Trouble = 'expired' | 'network' | 'broken'

export interface Attached {
  /** Chooses a quality by its place in the list; -1 lets the player choose. */
  setLevel(index: number): void
  detach(): void
}

export interface AttachOptions {
  url: string
  startAt: number
  /** Looks a file up among those kept on this device. */
  kept(url: string): Promise<Blob | undefined>
  onLevels(levels: Level[]): void
  onTrouble(trouble: Trouble): void
}

export const isStream = (url: string) => /\.m3u8($|\?)/.test(url)

/** iOS plays streams itself, also in full screen and over AirPlay; everywhere else hls.js does it better. */
function playsStreams(video: HTMLVideoElement): boolean {
  const claims = video.canPlayType('application/vnd.apple.mpegurl') !== ''
  return claims && ('ManagedMediaSource' in window || !('MediaSource' in window))
}

/** Gives the element its video, from this device where it is kept, from the network otherwise. */
export async function attach(video: HTMLVideoElement, options: AttachOptions): Promise<Attached> {
  const { url, startAt, kept, onTrouble } = options
  const here = await kept(url)
  if (isStream(url) && (here || !playsStreams(video))) {
    const { attachStream } = await import('./stream')
    return attachStream(video, { ...options, offline: here !== undefined })
  }
  const address = here && !isStream(url) ? URL.createObjectURL(here) : url
  const failed = () => void troubleOf(video, address).then(onTrouble)
  const seek = () => {
    if (startAt > 0) video.currentTime = startAt
  }
  video.addEventListener('error', failed)
  video.addEventListener('loadedmetadata', seek, { once: true })
  video.src = address
  video.load()
  return {
    setLevel: () => {},
    detach: () => {
      video.removeEventListener('error', failed)
      video.removeEventListener('loadedmetadata', seek)
      video.removeAttribute('src')
      video.load()
      if (address !== url) URL.revokeObjectURL(address)
    },
  }
}

/** The element only says that it failed; the server says why. */
async function troubleOf(video: HTMLVideoElement, url: string): Promise<Trouble> {
  if (url.startsWith('blob:') || video.error?.code === MediaError.MEDIA_ERR_DECODE) return 'broken'
  try {
    const { status, ok } = await fetch(url, { headers: { range: 'bytes=0-0' }, cache: 'no-store' })
    if (status === 403) return 'expired'
    if (ok) return video.error?.code === MediaError.MEDIA_ERR_NETWORK ? 'network' : 'broken'
    return status >= 500 ? 'network' : 'broken'
  } catch {
    return 'network'
  }
}
