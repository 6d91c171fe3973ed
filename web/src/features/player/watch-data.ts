import { timing } from '@dxx/contract/rules/constants'

/** Events showing that a media element received data or started waiting for it. */
const signs = ['loadstart', 'progress', 'waiting', 'seeking'] as const

/** Calls `onLate` when a media element needs data and receives none for 60 s. Returns the function to stop. */
export function watchData(media: HTMLMediaElement, onLate: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const check = () => {
    const needsData = media.networkState === media.NETWORK_LOADING && media.readyState < media.HAVE_FUTURE_DATA
    if (needsData) onLate()
  }
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(check, timing.request)
  }
  restart()
  for (const sign of signs) media.addEventListener(sign, restart)
  return () => {
    clearTimeout(timer)
    for (const sign of signs) media.removeEventListener(sign, restart)
  }
}
