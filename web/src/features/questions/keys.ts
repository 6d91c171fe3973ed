import { hasModifier, isTyping } from '../../ui/key-target'

const plain = (event: KeyboardEvent) => !hasModifier(event) && !event.isComposing

/** Returns the option for keys 1-9 or A-I, if any. */
export function optionOfKey(event: KeyboardEvent, options: readonly string[]): string | undefined {
  if (!plain(event) || event.defaultPrevented || event.repeat || isTyping(event)) return undefined
  const { key } = event
  if (/^[1-9]$/.test(key)) return options[Number(key) - 1]
  if (/^[a-i]$/i.test(key)) return options[key.toLowerCase().charCodeAt(0) - 97]
  return undefined
}

/** Returns the direction for a key in a sequence of questions: previous, next or undefined. */
export function directionForKey(event: KeyboardEvent): -1 | 1 | undefined {
  if (!plain(event) || event.defaultPrevented || event.shiftKey || isTyping(event)) return undefined
  if (event.key === 'ArrowLeft') return -1
  if (event.key === 'ArrowRight') return 1
  // On a button or link, Enter activates that element.
  const target = event.composedPath()[0]
  const presses = target instanceof Element && target.closest('button, a, summary, [role="button"]') !== null
  return event.key === 'Enter' && !event.repeat && !presses ? 1 : undefined
}
