/** Height in pixels from which a covered part of the window is an on-screen keyboard, not a browser's bar. */
const keyboardFrom = 120

interface View {
  height: number
  offsetTop: number
  scale: number
}

/**
 * Height that the on-screen keyboard covers. 0 where the window itself shrinks (`interactive-widget` in index.html), and
 * while the page is zoomed, because a zoomed view is smaller than the window too.
 */
export function coveredHeight(windowHeight: number, { height, offsetTop, scale }: View): number {
  if (scale > 1.01) return 0
  const covered = Math.round(windowHeight - height - offsetTop)
  return covered >= keyboardFrom ? covered : 0
}

/**
 * Keeps fields and buttons above the on-screen keyboard. Browsers that ignore `interactive-widget` (Safari, WeChat on
 * iOS) leave the window as high as before: there the frame and the dialogs end above the keyboard (`--keyboard`).
 */
export function followKeyboard(): void {
  const view = window.visualViewport
  if (!view) return
  // Runs after the layout has changed. The code is loaded with the first keyboard, because on most visits nothing is
  // typed.
  const show = () => import('./show-field').then(({ showField }) => requestAnimationFrame(showField)).catch(() => {})
  let last = innerHeight
  let isUp = false
  let shown = 0
  const follow = () => {
    const covered = coveredHeight(innerHeight, view)
    // Set only if it changes, because it costs new styles of the whole document.
    if (covered !== shown) document.documentElement.style.setProperty('--keyboard', `${covered}px`)
    shown = covered
    if (Math.abs(last - view.height) > keyboardFrom) isUp = last > view.height
    last = view.height
    if (covered > 0) isUp = true
    if (isUp) void show()
  }
  view.addEventListener('resize', follow)
  // Another field of the same form got the focus while the keyboard is shown.
  addEventListener('focusin', () => isUp && void show())
  follow()
}
