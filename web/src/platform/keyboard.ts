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

const typed = 'input:not([type=checkbox], [type=radio], [type=file], [type=range]), textarea, [contenteditable=true]'

/**
 * Keeps fields and buttons above the on-screen keyboard. Browsers that ignore `interactive-widget` (Safari, WeChat on
 * iOS) leave the window as high as before: there the frame and the dialogs end above the keyboard (`--keyboard`).
 */
export function followKeyboard(): void {
  const view = window.visualViewport
  if (!view) return
  const showField = () => {
    const field = document.activeElement
    if (field instanceof HTMLElement && field.matches(typed)) field.scrollIntoView({ block: 'nearest' })
  }
  let last = innerHeight
  const follow = () => {
    const covered = coveredHeight(innerHeight, view)
    document.documentElement.style.setProperty('--keyboard', `${covered}px`)
    const shrunk = last - view.height > keyboardFrom
    last = view.height
    // After the layout has changed.
    if (shrunk || covered > 0) requestAnimationFrame(showField)
  }
  view.addEventListener('resize', follow)
  follow()
}
