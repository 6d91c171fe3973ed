import { nativeShell } from './app'
import { detectDevice } from './device'
import { isInWechat } from './wechat'

/** Minimum milliseconds between two checks for a new build; an open window checks when it becomes visible. */
const askEvery = 3_600_000
/** Minimum absence in milliseconds before a returning user gets the new build. */
const awayFor = 600_000

/** Excludes WeChat on iOS and the app's web view, which lack service workers or lose their data. */
const isWanted = () =>
  'serviceWorker' in navigator &&
  !nativeShell() &&
  !(isInWechat() && detectDevice(navigator) === 'ios') &&
  isSecureContext

const isPlaying = () => [...document.querySelectorAll('video, audio')].some((one) => !(one as HTMLMediaElement).paused)

/**
 * Registers the service worker. A new build is cached beside the current one and used at the next start, or when the
 * user returns after `awayFor` to a page without typed text, open overlay or playing media.
 */
export function registerServiceWorker(hasOverlayOrGuard: () => boolean): void {
  if (!isWanted()) return
  let replaced = false
  let lastCheck = Date.now()
  let left = 0
  /** Whether the user has typed on the current page; a reload could lose the text. */
  let typed = false
  const hadOne = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    replaced = hadOne
  })
  addEventListener('input', () => {
    typed = true
  })
  addEventListener('hashchange', () => {
    typed = false
  })
  const registered = navigator.serviceWorker.register('/sw.js').catch(() => null)
  document.addEventListener('visibilitychange', () => {
    const now = Date.now()
    if (document.hidden) {
      left = now
      return
    }
    if (replaced && now - left > awayFor && !hasOverlayOrGuard() && !typed && !isPlaying()) return location.reload()
    if (now - lastCheck < askEvery) return
    lastCheck = now
    void registered.then((registration) => registration?.update()).catch(() => {})
  })
}
