import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Playhead } from '../player/playhead'
import { Transcript } from './transcript'

afterEach(cleanup)

const cues = [
  { start: 0, end: 4, text: '欢迎来到这一讲', section: '' },
  { start: 4, end: 9, text: '先准备一个存钱罐', section: '从一到一百' },
]

it('the transcript marks the current sentence, shows sections and plays from a tapped sentence', () => {
  const playhead = new Playhead()
  const jump = vi.fn()
  render(<Transcript playhead={playhead} inner onJump={jump} />)
  screen.getByText('字幕载入后，这里会出现文稿')
  act(() => playhead.set({ cues, time: 5 }))
  screen.getByRole('heading', { name: '从一到一百' })
  const current = () => screen.getAllByRole('button').filter((row) => row.getAttribute('aria-current') === 'true')
  expect(current().map(({ textContent }) => textContent)).toEqual(['跳到00:04先准备一个存钱罐'])
  act(() => playhead.set({ time: 1 }))
  expect(current().map(({ textContent }) => textContent)).toEqual(['跳到00:00欢迎来到这一讲'])
  fireEvent.click(screen.getByRole('button', { name: /先准备一个存钱罐/ }))
  expect(jump).toHaveBeenCalledWith(4)
})
