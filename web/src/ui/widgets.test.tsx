import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toast, useToast } from '../state/flash'
import { Album } from './album'
import { Avatar } from './avatar'
import { BackToTop } from './back-to-top'
import { Calendar } from './calendar'
import { FlashHost } from './flash-hosts'
import { Image } from './image'
import { ReadMore } from './read-more'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('calendar', () => {
  function Page({ max }: { max?: string }) {
    const [day, setDay] = useState<string | null>(null)
    return (
      <Calendar today="2026-11-15" value={day} onSelect={setDay} max={max} marks={{ '2026-11-15': '学习 46 分钟' }} />
    )
  }
  const day = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

  it('the calendar shows three months, and screen readers get the text of a marked day', () => {
    render(<Page />)
    expect(screen.getAllByRole('table')).toHaveLength(3)
    expect(day('11月15日，学习 46 分钟').getAttribute('aria-current')).toBe('date')
  })

  it('keys move across the end of a month and stay within the shown months', () => {
    render(<Page />)
    day('11月15日，学习 46 分钟').focus()
    const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })
    press('ArrowDown')
    press('ArrowDown')
    press('ArrowRight')
    expect(document.activeElement).toBe(day('11月30日'))
    press('ArrowRight')
    expect(document.activeElement).toBe(day('12月1日'))
    press('PageUp')
    press('PageUp')
    expect(document.activeElement).toBe(day('11月1日'))
  })

  it('a day up to the maximum can be selected, and later days are disabled', () => {
    render(<Page max="2026-11-20" />)
    fireEvent.click(day('11月20日'))
    expect(day('11月20日').getAttribute('aria-pressed')).toBe('true')
    expect(day('11月21日').disabled).toBe(true)
  })
})

describe('album', () => {
  const images = (count: number) => Array.from({ length: count }, (_, index) => ({ src: `/media/${index}`, alt: '' }))

  it('an album of eleven pictures shows nine, and +2 on the last', () => {
    render(<Album images={images(11)} />)
    expect(screen.getAllByRole('listitem')).toHaveLength(9)
    screen.getByText('+2')
  })

  it('the preview opens at the chosen picture, and closing it returns the focus to that picture', async () => {
    render(<Album images={images(3)} />)
    const second = screen.getByRole('button', { name: '查看第 2 张图片' })
    second.focus()
    fireEvent.click(second)
    screen.getByText('2 / 3')
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' })
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' })
    screen.getByText('3 / 3')
    await act(async () => void fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' }))
    expect(screen.queryByText('3 / 3')).toBeNull()
    expect(document.activeElement).toBe(second)
  })
})

describe('pictures', () => {
  it('a picture that fails to load shows a text, and a new URL is loaded', () => {
    const { container, rerender } = render(<Image src="/media/a" alt="示意图" ratio="4 / 3" />)
    fireEvent.error(container.querySelector('img')!)
    expect(container.querySelector('img')).toBeNull()
    expect(container.textContent).toBe('示意图（图片加载失败）')
    rerender(<Image src="/media/b" alt="示意图" ratio="4 / 3" />)
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/media/b')
  })

  it.each([
    ['周同学', '周'],
    ['lin', 'L'],
    ['😀小明', '😀'],
    ['  ', '学'],
  ])('an avatar of the name %j shows %s', (name, letter) => {
    expect(render(<Avatar name={name} />).container.textContent).toBe(letter)
  })
})

describe('read more', () => {
  it('only long content is clipped, and the button expands it', () => {
    vi.stubGlobal('innerWidth', 375)
    const height = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(230)
    const { rerender } = render(<ReadMore key="short">短</ReadMore>)
    expect(screen.queryByRole('button')).toBeNull()
    height.mockReturnValue(900)
    rerender(<ReadMore key="long">长</ReadMore>)
    const button = screen.getByRole('button', { name: '展开阅读全文' })
    expect(screen.getByText('长').parentElement?.style.maxHeight).toBe('200px')
    fireEvent.click(button)
    expect(screen.getByRole('button', { name: '收起' }).getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByText('长').parentElement?.style.maxHeight).toBe('')
  })
})

describe('back to top', () => {
  it('the back-to-top button appears after scrolling more than 400rpx', async () => {
    vi.stubGlobal('innerWidth', 375)
    render(
      <div data-testid="page" style={{ overflowY: 'auto' }}>
        <BackToTop />
      </div>,
    )
    const page = screen.getByTestId('page')
    for (const [top, shown] of [
      [200, false],
      [201, true],
      [0, false],
    ] as const) {
      page.scrollTop = top
      fireEvent.scroll(page)
      await new Promise(requestAnimationFrame)
      await waitFor(() => expect(screen.queryByRole('button', { name: '回到顶部' }) !== null, `${top}`).toBe(shown))
    }
  })
})

describe('toast', () => {
  it('screen readers announce a toast, and it disappears 2 s after the last text', () => {
    vi.useFakeTimers()
    render(<FlashHost use={useToast} className="" />)
    act(() => toast('已收藏'))
    act(() => vi.advanceTimersByTime(1500))
    act(() => toast('已取消'))
    expect(screen.getByRole('status').textContent).toBe('已取消')
    act(() => vi.advanceTimersByTime(1999))
    expect(screen.getByRole('status').textContent).toBe('已取消')
    act(() => vi.advanceTimersByTime(1))
    expect(screen.getByRole('status').textContent).toBe('')
  })
})
