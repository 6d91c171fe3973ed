const fields = 'textarea, select, [contenteditable="true"]'
const widgets =
  '[role="tablist"], [role="tab"], [role="toolbar"], [role="slider"], [role="listbox"], [role="spinbutton"]'
const pressed = 'button, a[href], summary, label, [role="button"]'

/** Path of an event. The target is not enough: for an editor in a shadow root, listeners outside see only its host. */
type Path = readonly EventTarget[]

const isWithin = (path: Path, selector: string) => path.some((one) => one instanceof Element && one.matches(selector))

/** Whether a key belongs to a text field. Not for radios, checkboxes and file inputs. */
export const isInField = (path: Path): boolean =>
  isWithin(path, fields) || isWithin(path, 'input:not([type="radio"], [type="checkbox"], [type="file"])')

/** Whether a key belongs to a text field or a dialog above the page. */
export function isTyping(event: KeyboardEvent, path: Path = event.composedPath()): boolean {
  return isInField(path) || isWithin(path, 'dialog')
}

/** Whether the focused element uses a key itself: fields, sliders, tabs, and Space or Enter on a button or link. */
export function isKeyTaken(event: KeyboardEvent, path: Path = event.composedPath()): boolean {
  if (event.isComposing || isTyping(event, path) || isWithin(path, `input, ${widgets}`)) return true
  return (event.key === ' ' || event.key === 'Enter') && isWithin(path, pressed)
}

export const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey
