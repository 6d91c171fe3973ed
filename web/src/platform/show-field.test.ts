import { afterEach, expect, it, vi } from 'vitest'
import { showField } from './show-field'

const shown: string[] = []
Element.prototype.scrollIntoView = function scrollIntoView(this: Element, how) {
  shown.push(`${this.id} ${(how as ScrollIntoViewOptions).block}`)
}
afterEach(() => {
  shown.length = 0
  document.body.innerHTML = ''
  vi.restoreAllMocks()
})

it('the submit button is scrolled into view before the focused field of its form', () => {
  document.body.innerHTML = '<form><input id="password"><button id="login" type="submit"></button></form>'
  document.getElementById('password')!.focus()
  showField()
  expect(shown).toEqual(['login nearest', 'password nearest'])
})

it('the active line of an editor in a shadow root is scrolled into the middle', () => {
  document.body.innerHTML = '<div id="host"></div>'
  const host = document.getElementById('host')!
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = '<div contenteditable="true" tabindex="0"><div id="line" class="cm-activeLine"></div></div>'
  vi.spyOn(document, 'activeElement', 'get').mockReturnValue(host)
  vi.spyOn(root, 'activeElement', 'get').mockReturnValue(root.firstElementChild)
  showField()
  expect(shown).toEqual(['line center'])
})

it('showField scrolls nothing if a button has the focus', () => {
  document.body.innerHTML = '<button id="one"></button>'
  document.getElementById('one')!.focus()
  showField()
  expect(shown).toEqual([])
})
