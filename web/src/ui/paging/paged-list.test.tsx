import { texts } from '@dxx/contract/rules/constants'
import { listTexts } from '@dxx/contract/rules/list-texts'
import type { LoadState } from '@dxx/contract/rules/paging-state'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PagedList, type PagedListProps } from './paged-list'
import { loadPullGesture } from './pull-refresh'

// In a window of 375 px, 80rpx are 40 px and 200rpx are 100 px. The list moves half as far as the finger.
beforeEach(() => vi.stubGlobal('innerWidth', 375))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Item = { id: number }

function show(props: Partial<PagedListProps<Item>> = {}) {
  const given: PagedListProps<Item> = {
    list: [{ id: 1 }, { id: 2 }],
    loadState: 'Default',
    refresh: () => Promise.resolve(),
    loadMore: () => {},
    itemKey: (item) => item.id,
    renderItem: (item) => `第 ${item.id} 讲`,
    ...props,
  }
  return render(
    <div data-testid="page" style={{ overflowY: 'auto' }}>
      <PagedList {...given} />
    </div>,
  )
}

const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', y: number, x = 0) => {
  const touches = type === 'touchEnd' || type === 'touchCancel' ? [] : [{ identifier: 1, clientX: x, clientY: y }]
  return fireEvent[type](screen.getByText('第 1 讲'), { touches })
}

describe('list states', () => {
  it.each([
    ['Default', listTexts.loadMore],
    ['Loading', listTexts.loading],
    ['NoMore', listTexts.noMore],
    ['Fail', listTexts.loadFailed],
  ] satisfies [LoadState, string][])('the footer of a list in state %s shows %s', (loadState, text) => {
    show({ loadState })
    screen.getByText(text)
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
  })

  it('a click on the footer loads more, also after a failure, but not while loading', async () => {
    const loadMore = vi.fn()
    const { unmount } = show({ loadMore, loadState: 'Fail' })
    await userEvent.click(screen.getByText(listTexts.loadFailed))
    expect(loadMore).toHaveBeenCalledOnce()
    unmount()
    show({ loadMore, loadState: 'Loading' })
    await userEvent.click(screen.getByText(listTexts.loading))
    expect(loadMore).toHaveBeenCalledOnce()
  })

  it('a list without items shows the skeleton while the first page is loading', () => {
    show({ list: [], loadState: 'Loading' })
    screen.getByText(texts.pageLoading)
    expect(screen.queryByText(texts.empty)).toBeNull()
  })

  it('a list without items and without further pages shows the empty view', () => {
    show({ list: [], loadState: 'NoMore' })
    screen.getByText(texts.empty)
  })

  it('a failed first page shows the error view with a button that retries', async () => {
    const refresh = vi.fn(() => Promise.reject(new Error('offline')))
    show({ list: [], loadState: 'Fail', firstPageFailed: true, refresh })
    screen.getByText(texts.serverError)
    await userEvent.click(screen.getByRole('button', { name: texts.reload }))
    expect(refresh).toHaveBeenCalledOnce()
  })

  it('the list has a refresh button for users who cannot pull', async () => {
    const refresh = vi.fn(() => Promise.resolve())
    show({ refresh })
    await userEvent.click(screen.getByRole('button', { name: '刷新' }))
    expect(refresh).toHaveBeenCalledOnce()
  })
})

describe('automatic loading', () => {
  class Observer {
    static last: Observer | undefined
    disconnected = false
    constructor(readonly seen: (entries: { isIntersecting: boolean }[]) => void) {
      Observer.last = this
    }
    observe() {}
    disconnect() {
      this.disconnected = true
    }
  }

  it('a list loads more once when its end comes near, and never automatically after a failure', () => {
    Observer.last = undefined
    vi.stubGlobal('IntersectionObserver', Observer)
    const loadMore = vi.fn()
    const { unmount } = show({ loadMore })
    act(() => Observer.last?.seen([{ isIntersecting: false }]))
    expect(loadMore).not.toHaveBeenCalled()
    act(() => Observer.last?.seen([{ isIntersecting: true }]))
    expect(loadMore).toHaveBeenCalledOnce()
    expect(Observer.last).toMatchObject({ disconnected: true })
    unmount()
    Observer.last = undefined
    show({ loadMore, loadState: 'Fail' })
    expect(Observer.last).toBeUndefined()
  })
})

describe('pull to refresh', () => {
  it('the first touch loads the gesture code and is already handled as a pull', async () => {
    const refresh = vi.fn(() => Promise.resolve())
    show({ refresh })
    touch('touchStart', 100)
    await act(async () => void (await loadPullGesture()))
    touch('touchMove', 300)
    await act(async () => void touch('touchEnd', 300))
    expect(refresh).toHaveBeenCalledOnce()
  })

  it('pulling down the list shows each state of the gesture, and releasing it refreshes the list', async () => {
    vi.useFakeTimers()
    let done = () => {}
    const refresh = vi.fn(() => new Promise<void>((resolve) => (done = resolve)))
    show({ refresh })
    touch('touchStart', 100)
    touch('touchMove', 160)
    screen.getByText(listTexts.pullDown)
    touch('touchMove', 200)
    screen.getByText(listTexts.releaseToRefresh)
    touch('touchMove', 420)
    expect(screen.queryByText(listTexts.secondFloor)).toBeNull()
    touch('touchEnd', 420)
    screen.getByText(listTexts.refreshing)
    // A second pull during the refresh is ignored.
    touch('touchStart', 100)
    touch('touchMove', 300)
    touch('touchEnd', 300)
    expect(refresh).toHaveBeenCalledOnce()
    await act(async () => done())
    screen.getByText(listTexts.refreshed)
    act(() => vi.advanceTimersByTime(1000))
    expect(screen.queryByText(listTexts.refreshed)).toBeNull()
  })

  it('a pull below the threshold does not refresh', () => {
    const refresh = vi.fn(() => Promise.resolve())
    show({ refresh })
    touch('touchStart', 100)
    touch('touchMove', 170)
    touch('touchEnd', 170)
    expect(refresh).not.toHaveBeenCalled()
    expect(screen.queryByText(listTexts.pullDown)).toBeNull()
  })

  it.each([
    ['rejects', () => Promise.reject(new Error('offline'))],
    ['answers false', () => Promise.resolve(false)],
  ])('刷新成功 is not shown if the refresh %s', async (_, refresh) => {
    show({ refresh })
    touch('touchStart', 100)
    touch('touchMove', 300)
    await act(async () => void touch('touchEnd', 300))
    expect(screen.queryByText(listTexts.refreshed)).toBeNull()
    expect(screen.queryByText(listTexts.refreshing)).toBeNull()
  })

  it("the browser's own scrolling is prevented only during a pull down", () => {
    show()
    touch('touchStart', 100)
    expect(touch('touchMove', 160)).toBe(false)
    touch('touchEnd', 160)
    touch('touchStart', 100)
    expect(touch('touchMove', 60)).toBe(true)
    touch('touchEnd', 60)
    touch('touchStart', 100, 100)
    expect(touch('touchMove', 110, 160)).toBe(true)
  })

  it('a pull on a list that is not scrolled to its top does not refresh', () => {
    const refresh = vi.fn(() => Promise.resolve())
    show({ refresh })
    screen.getByTestId('page').scrollTop = 50
    touch('touchStart', 100)
    touch('touchMove', 300)
    touch('touchEnd', 300)
    expect(refresh).not.toHaveBeenCalled()
  })

  it('a pull that the system interrupts does not refresh', () => {
    const refresh = vi.fn(() => Promise.resolve())
    show({ refresh })
    touch('touchStart', 100)
    touch('touchMove', 300)
    touch('touchCancel', 300)
    expect(refresh).not.toHaveBeenCalled()
    expect(screen.queryByText(listTexts.releaseToRefresh)).toBeNull()
  })

  it('a pull of 200rpx calls onSecondFloor instead of refreshing', () => {
    const [refresh, floor] = [vi.fn(() => Promise.resolve()), vi.fn()]
    show({ refresh, onSecondFloor: floor })
    touch('touchStart', 100)
    touch('touchMove', 310)
    screen.getByText(listTexts.secondFloor)
    touch('touchEnd', 310)
    expect(floor).toHaveBeenCalledOnce()
    expect(refresh).not.toHaveBeenCalled()
  })
})
