import { platformName, shell } from './app'

interface Steps {
  /** One step back; false where there is none. */
  back(): boolean
  /** Whether the page may be left by a swipe from the edge. */
  maySwipeBack(): boolean
  open(url: string): void
  /** The app is shown again after others. */
  resume(): void
}

/** A swipe begins this close to the left edge and goes this far, in pixels. */
const edge = 24
const far = 80

/** In the mobile app: the phone's ways back, and links that open the app instead of a browser. */
export function hearShell({ back, maySwipeBack, open, resume }: Steps): void {
  const app = shell()?.Plugins?.App
  // At the bottom of the stack the app steps aside, as others do, and is there again as it was left.
  app?.addListener('backButton', () => back() || app.minimizeApp())
  app?.addListener('appUrlOpen', ({ url }) => open(url))
  app?.addListener('resume', resume)
  // Android's own swipe is its back button. On iOS the web view has none: it would slide whole documents, not our pages.
  if (platformName() === 'iOS') hearEdgeSwipe(() => maySwipeBack() && back())
}

function hearEdgeSwipe(onSwipe: () => void): void {
  let from: Touch | undefined
  addEventListener('touchstart', ({ touches }) => {
    from = touches.length === 1 && touches[0]!.clientX <= edge ? touches[0] : undefined
  })
  addEventListener('touchcancel', () => {
    from = undefined
  })
  addEventListener('touchend', ({ changedTouches }) => {
    const to = changedTouches[0]
    if (!from || !to) return
    const [across, down] = [to.clientX - from.clientX, Math.abs(to.clientY - from.clientY)]
    from = undefined
    if (across > far && across > 2 * down) onSwipe()
  })
}
