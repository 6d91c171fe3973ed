import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Swiper } from './swiper'

beforeEach(() => vi.useFakeTimers())

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function show() {
  render(
    <Swiper label="推荐">
      <p>一</p>
      <p>二</p>
      <p>三</p>
    </Swiper>,
  )
  return screen.getByRole('list')
}

const at = () => screen.getByRole('list').getAttribute('aria-label')
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

describe('swiper', () => {
  it('the swiper advances every 3 s and restarts after the last slide', () => {
    show()
    expect(at()).toBe('第 1 张，共 3 张')
    pass(3000)
    expect(at()).toBe('第 2 张，共 3 张')
    pass(3000)
    expect(at()).toBe('第 3 张，共 3 张')
    pass(3000)
    expect(at()).toBe('第 1 张，共 3 张')
  })

  it('the swiper moves by arrow keys', () => {
    const strip = show()
    fireEvent.keyDown(strip, { key: 'ArrowLeft' })
    expect(at()).toBe('第 3 张，共 3 张')
    fireEvent.keyDown(strip, { key: 'ArrowRight' })
    expect(at()).toBe('第 1 张，共 3 张')
  })

  it('the swiper pauses during touch, during focus and while the window is hidden', () => {
    const strip = show()
    fireEvent.touchStart(strip)
    pass(9000)
    expect(at()).toBe('第 1 张，共 3 张')
    fireEvent.touchEnd(strip)
    fireEvent.focus(strip)
    pass(9000)
    expect(at()).toBe('第 1 张，共 3 张')
    fireEvent.blur(strip)
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    pass(9000)
    expect(at()).toBe('第 1 张，共 3 张')
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
    pass(3000)
    expect(at()).toBe('第 2 张，共 3 张')
  })

  it('the swiper does not advance by itself with reduced motion', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
    show()
    pass(9000)
    expect(at()).toBe('第 1 张，共 3 张')
  })

  it('the button 暂停轮播 stops the swiper', async () => {
    fireEvent.focus(show())
    // The code of the button is loaded with the first focus.
    const button = await vi.waitFor(() => screen.getByRole('button', { name: '暂停轮播' }), { timeout: 15_000 })
    fireEvent.click(button)
    fireEvent.blur(screen.getByRole('list'))
    pass(9000)
    expect(at()).toBe('第 1 张，共 3 张')
  })
})
