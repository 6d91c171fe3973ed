import { nativeShell, platformName } from './app'

interface Steps {
  /** Navigates back; returns false if there is no previous page. */
  back(): boolean
  /** Whether the page can be left by an edge swipe. */
  maySwipeBack(): boolean
  open(url: string): void
  /** Called when the app returns to the foreground. */
  resume(): void
}

/** An edge swipe starts within `edge` pixels of the left edge and is at least `far` pixels long. */
const edge = 24
const far = 80

/** Handles the app's native events: back button, edge swipe, app links and resume. */
export function handleShellEvents({ back, maySwipeBack, open, resume }: Steps): void {
  const app = nativeShell()?.Plugins?.App
  // If there is no previous page, the app is minimized and its state is preserved.
  app?.addListener('backButton', () => back() || app.minimizeApp())
  app?.addListener('appUrlOpen', ({ url }) => open(url))
  app?.addListener('resume', resume)
  // Android reports a swipe as the back button. On iOS the app detects swipes itself, because the web view's own swipe
  // moves between documents.
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
