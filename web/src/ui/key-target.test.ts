import { afterEach, expect, it } from 'vitest'
import { isKeyTaken, isTyping } from './key-target'

afterEach(() => document.body.replaceChildren())

/** Presses a key on an element. Returns the values of `isTyping` and `isKeyTaken` in a listener of the window. */
function press(element: Element, key: string): { typing: boolean; taken: boolean } {
  let seen = { typing: false, taken: false }
  const listen = (event: KeyboardEvent) => {
    seen = { typing: isTyping(event), taken: isKeyTaken(event) }
  }
  addEventListener('keydown', listen, { once: true })
  element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }))
  return seen
}

function add(html: string): Element {
  document.body.innerHTML = html
  return document.body.firstElementChild!
}

it('a text area uses every key for typing; a radio uses arrow keys, but not for typing', () => {
  expect(press(add('<textarea></textarea>'), 'k')).toEqual({ typing: true, taken: true })
  expect(press(add('<input type="radio">'), 'ArrowRight')).toEqual({ typing: false, taken: true })
  expect(press(document.body, ' ')).toEqual({ typing: false, taken: false })
})

it('a focused button handles Space itself and ignores letter keys, which are shortcuts', () => {
  expect(press(add('<button></button>'), ' ').taken).toBe(true)
  expect(press(add('<button></button>'), 'k').taken).toBe(false)
})

it('an editor inside a shadow root uses its keys for typing', () => {
  const host = add('<div></div>')
  host.attachShadow({ mode: 'open' }).innerHTML = '<div contenteditable="true"></div>'
  expect(press(host.shadowRoot!.firstElementChild!, ' ')).toEqual({ typing: true, taken: true })
})
