import { shell } from './app'
import { deviceOf } from './device'
import { inWechat } from './wechat'

/** How often a window that stays open asks for a new build, in milliseconds. */
const askEvery = 3_600_000
/** Away for this long, a reader finds the new build when coming back. */
const awayFor = 600_000

/** WeChat on iOS and the app's web view have none, or lose what it keeps. */
const isWanted = () =>
  'serviceWorker' in navigator && !shell() && !(inWechat() && deviceOf(navigator) === 'ios') && isSecureContext

const isPlaying = () => [...document.querySelectorAll('video, audio')].some((one) => !(one as HTMLMediaElement).paused)

/**
 * Keeps the app's files on the device once the first page has come to rest. A new build is fetched beside the one in
 * use, and taken by whoever opens the app next, or comes back after a while to a page where nothing is being done.
 */
export function keepAppFiles(isAskedFor: () => boolean): void {
  if (!isWanted()) return
  let replaced = false
  let asked = Date.now()
  let left = 0
  /** On the page that is shown: not everything that is typed is kept when it is left. */
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
    if (replaced && now - left > awayFor && !isAskedFor() && !typed && !isPlaying()) return location.reload()
    if (now - asked < askEvery) return
    asked = now
    void registered.then((registration) => registration?.update()).catch(() => {})
  })
}
