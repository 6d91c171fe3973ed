import { act, cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useFlyingCover } from './use-flying-cover'

const flight: { onfinish?: () => void } = {}
let reduced = false
beforeEach(() => {
  reduced = false
  vi.stubGlobal('CSS', { escape: String })
  vi.stubGlobal('matchMedia', () => ({ matches: reduced }))
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 20, 60, 80))
  Element.prototype.animate = vi.fn(() => flight) as never
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(Element.prototype, 'animate')
})

function Details({ id }: { id: string }) {
  const place = useRef<HTMLSpanElement>(null)
  useFlyingCover(id, place)
  return <span ref={place} />
}

const open = (id: string) =>
  render(
    <>
      <section>
        <a href="#/pages/books/details?id=b1">
          <img src="/cover.webp" alt="" />
        </a>
      </section>
      <section>
        <Details id={id} />
      </section>
    </>,
  )
const flying = () => document.querySelectorAll('[data-flying]').length

it('the cover of the tapped link flies to its place on the details page and is removed there', () => {
  open('b1')
  expect(flying()).toBe(1)
  act(() => flight.onfinish?.())
  expect(flying()).toBe(0)
})

it('nothing flies with reduced motion or without a link to the item', () => {
  open('b2')
  reduced = true
  open('b1')
  expect(flying()).toBe(0)
})
