import { probeFile } from '../../api/download'
import type { AttachedSource, AttachOptions, Trouble } from './attachment'
import { watchData } from './watch-data'

const isStream = (url: string) => /\.m3u8($|\?)/.test(url)

/** Whether to use native HLS: iOS supports it also in full screen and AirPlay; elsewhere hls.js works better. */
function playsStreams(video: HTMLVideoElement): boolean {
  const claims = video.canPlayType('application/vnd.apple.mpegurl') !== ''
  return claims && ('ManagedMediaSource' in window || !('MediaSource' in window))
}

/** Sets the element's source: the offline copy if there is one, otherwise the network. */
export async function attach(video: HTMLVideoElement, options: AttachOptions): Promise<AttachedSource> {
  const { url, startAt, readOffline, onTrouble } = options
  const here = await readOffline(url)
  if (isStream(url) && (here || !playsStreams(video))) {
    const { attachStream } = await import('./stream')
    return attachStream(video, { ...options, offline: here !== undefined })
  }
  const address = here && !isStream(url) ? URL.createObjectURL(here) : url
  const failed = () => void troubleOf(video, address).then(onTrouble)
  const seek = () => {
    if (startAt > 0) video.currentTime = startAt
  }
  const stopWatching = watchData(video, () => onTrouble('network'))
  video.addEventListener('error', failed)
  video.addEventListener('loadedmetadata', seek, { once: true })
  video.src = address
  video.load()
  return {
    setLevel: () => {},
    detach: () => {
      stopWatching()
      video.removeEventListener('error', failed)
      video.removeEventListener('loadedmetadata', seek)
      video.removeAttribute('src')
      video.load()
      if (address !== url) URL.revokeObjectURL(address)
    },
  }
}

/** Determines the cause from the server's response, because the media element only reports that it failed. */
async function troubleOf(video: HTMLVideoElement, url: string): Promise<Trouble> {
  if (url.startsWith('blob:') || video.error?.code === MediaError.MEDIA_ERR_DECODE) return 'broken'
  try {
    const { status, ok } = await probeFile(url)
    if (status === 403) return 'expired'
    if (ok) return video.error?.code === MediaError.MEDIA_ERR_NETWORK ? 'network' : 'broken'
    return status >= 500 ? 'network' : 'broken'
  } catch {
    return 'network'
  }
}
