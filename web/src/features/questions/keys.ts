import type { KeyboardEvent as ReactKeyboardEvent } from 'react'
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

/** Fields and editors of an answer, in the order of the document. */
const fields = 'input, textarea, select, .code-task'

/** Whether Enter in a field ends the answer: a field of one line, after which the question has no other field. */
function endsAnswer(event: KeyboardEvent): boolean {
  const field = event.target
  if (event.key !== 'Enter' || event.repeat || !(field instanceof HTMLInputElement)) return false
  if (field.getAttribute('enterkeyhint') !== 'next') return false
  const all = [...(field.closest('[data-answer]')?.querySelectorAll(fields) ?? [])]
  return all.at(-1) === field
}

/** Returns the direction for a key in a sequence of questions: previous, next or undefined. */
export function directionForKey(event: KeyboardEvent): -1 | 1 | undefined {
  if (!plain(event) || event.defaultPrevented || event.shiftKey) return undefined
  if (isTyping(event)) return endsAnswer(event) ? 1 : undefined
  if (event.key === 'ArrowLeft') return -1
  if (event.key === 'ArrowRight') return 1
  // On a button or link, Enter activates that element.
  const target = event.composedPath()[0]
  const presses = target instanceof Element && target.closest('button, a, summary, [role="button"]') !== null
  return event.key === 'Enter' && !event.repeat && !presses ? 1 : undefined
}

/** Moves from one field of an answer to the next by Enter. In the last field, the page handles the key. */
export function enterNextField(event: ReactKeyboardEvent, root: Element | null): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return
  const inputs = [...(root?.querySelectorAll('input') ?? [])]
  const next = inputs[inputs.indexOf(event.target) + 1]
  if (!next) return
  event.preventDefault()
  event.stopPropagation()
  next.focus()
}
