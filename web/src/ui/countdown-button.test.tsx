import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CountdownButton } from './countdown-button'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const button = () => screen.getByRole<HTMLButtonElement>('button')
const show = (onSend = () => Promise.resolve()) => render(<CountdownButton id="login" onSend={onSend} />)
const press = () => act(async () => void fireEvent.click(button()))

describe('countdown button', () => {
  it('the countdown button counts down a minute and then offers to send again', async () => {
    show()
    expect(button().textContent).toBe('获取验证码')
    await press()
    expect(button().textContent).toBe('60秒重新获取')
    expect(button().disabled).toBe(true)
    act(() => vi.advanceTimersByTime(18_000))
    expect(button().textContent).toBe('42秒重新获取')
    act(() => vi.advanceTimersByTime(42_000))
    expect(button().textContent).toBe('重新获取')
    expect(button().disabled).toBe(false)
  })

  it('the countdown continues after the page was left or reloaded', async () => {
    show()
    await press()
    cleanup()
    vi.advanceTimersByTime(20_000)
    show()
    expect(button().textContent).toBe('40秒重新获取')
    expect(button().disabled).toBe(true)
  })

  it('an hour later the countdown button shows the text for a first code again', async () => {
    show()
    await press()
    cleanup()
    vi.advanceTimersByTime(3_600_000)
    show()
    expect(button().textContent).toBe('获取验证码')
  })

  it('two clicks send one code, and a click during the countdown sends none', async () => {
    const send = vi.fn(() => Promise.resolve())
    show(send)
    await act(async () => {
      fireEvent.click(button())
      fireEvent.click(button())
    })
    await press()
    expect(send).toHaveBeenCalledOnce()
  })

  it('there is no countdown if sending failed', async () => {
    show(() => Promise.reject(new Error('too frequent')))
    await press()
    expect(button().textContent).toBe('获取验证码')
    expect(button().disabled).toBe(false)
  })

  it('if the clock was set back, a stored end of more than a minute ahead does not lock the button', () => {
    localStorage.setItem('dxx-code-until:login', String(Date.now() + 86_400_000))
    show()
    expect(button().disabled).toBe(false)
  })
})
