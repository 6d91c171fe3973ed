import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Dialog } from './dialog'
import { offerUndo, UndoToast, undoTime, useUndo } from './undo'

beforeEach(() => {
  vi.useFakeTimers()
  useUndo.setState({ id: 0, text: '', undo: null })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('undo', () => {
  it('undo can be clicked within eight seconds and runs once', () => {
    const undo = vi.fn()
    render(<UndoToast />)
    act(() => offerUndo('已通过', undo))
    act(() => vi.advanceTimersByTime(undoTime - 1))
    act(() => screen.getByRole('button', { name: '撤销' }).click())
    expect(undo).toHaveBeenCalledOnce()
    expect(screen.queryByRole('button', { name: '撤销' })).toBeNull()
  })

  it('the undo bar is inside an open dialog, outside of which nothing can be clicked, and leaves the dialog when it closes', () => {
    const view = (open: boolean) => (
      <>
        <Dialog open={open} onClose={() => {}} title="待办">
          <p>学生认证</p>
        </Dialog>
        <UndoToast />
      </>
    )
    const { rerender } = render(view(true))
    act(() => offerUndo('已通过', vi.fn()))
    const dialog = screen.getByText('学生认证').closest('dialog')!
    expect(dialog.contains(screen.getByRole('button', { name: '撤销' }))).toBe(true)
    rerender(view(false))
    expect(dialog.contains(screen.getByRole('button', { name: '撤销' }))).toBe(false)
  })

  it('a newer action replaces the offered undo and can be undone for eight seconds of its own', () => {
    render(<UndoToast />)
    act(() => offerUndo('一', vi.fn()))
    act(() => vi.advanceTimersByTime(5000))
    act(() => offerUndo('二', vi.fn()))
    act(() => vi.advanceTimersByTime(5000))
    expect(screen.getByRole('status').textContent).toBe('二，8 秒内可以撤销')
    act(() => vi.advanceTimersByTime(3000))
    expect(screen.queryByRole('button', { name: '撤销' })).toBeNull()
  })
})
