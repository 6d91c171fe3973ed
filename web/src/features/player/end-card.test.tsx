import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PageContext } from '../../router/page-context'
import { EndCard } from './end-card'
import { storeSettings } from './settings'

const again = vi.fn()
const play = vi.fn()

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.clearAllMocks()
  localStorage.clear()
})

function show(locked = false, active = true) {
  const page = { path: 'pages/course/study', query: {}, key: '1', active }
  return render(
    <PageContext value={page}>
      <EndCard next={{ title: '1.2 写第一行', locked, play }} onAgain={again} />
    </PageContext>,
  )
}

const wait = (seconds: number) => {
  for (let second = 0; second < seconds; second += 1) act(() => vi.advanceTimersByTime(1000))
}

it('the next lesson starts to play after five seconds, and only once', () => {
  show()
  wait(4)
  expect(play).not.toHaveBeenCalled()
  wait(3)
  expect(play).toHaveBeenCalledOnce()
})

it('先停一下 stops the countdown', () => {
  show()
  wait(2)
  fireEvent.click(screen.getByRole('button', { name: '先停一下' }))
  wait(10)
  expect(play).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: '再看一遍' }))
  expect(again).toHaveBeenCalledOnce()
})

it.each([
  ['the next lesson must be bought', () => show(true)],
  [
    'the user chose to stop after each lesson',
    () => {
      storeSettings({ autoNext: false })
      show()
    },
  ],
  ['the page is covered', () => show(false, false)],
])('the next lesson does not start by itself if %s', (_title, open) => {
  open()
  wait(10)
  expect(play).not.toHaveBeenCalled()
})

it('the end card does not claim that the lesson was studied, because a user can seek to the end', () => {
  show()
  screen.getByText('这一讲播完了')
})
