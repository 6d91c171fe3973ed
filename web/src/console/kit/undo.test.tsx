import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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
