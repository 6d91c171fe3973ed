import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CodeInput, extractCode } from './code-input'

afterEach(cleanup)

function Form({ onComplete, length }: { onComplete: (code: string) => void; length?: number }) {
  const [code, setCode] = useState('')
  return <CodeInput value={code} onChange={setCode} onComplete={onComplete} length={length} />
}

describe('extractCode', () => {
  it.each([
    ['6021', '6021'],
    ['60 21', '6021'],
    ['６０２１', '6021'],
    ['【多享学】验证码 6021，5 分钟内有效。', '6021'],
    ['5 分钟内有效，您的验证码是6021', '6021'],
    ['602', '602'],
    ['60215', '6021'],
    ['验证码', ''],
  ])('extractCode reads from %j the code %j', (text, code) => {
    expect(extractCode(text, 4)).toBe(code)
  })
})

describe('code input', () => {
  it('the code input submits once at the fourth digit', async () => {
    const done = vi.fn()
    render(<Form onComplete={done} />)
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: '4 位验证码' })
    await userEvent.type(input, '6a0 2')
    expect(done).not.toHaveBeenCalled()
    await userEvent.type(input, '19')
    expect(input.value).toBe('6021')
    expect(done.mock.calls).toEqual([['6021']])
  })

  it('the code input reads the code from a pasted message', async () => {
    const done = vi.fn()
    render(<Form onComplete={done} />)
    screen.getByRole('textbox').focus()
    await userEvent.paste('您的验证码是 6021，5 分钟内有效')
    expect(done.mock.calls).toEqual([['6021']])
  })

  it('the code input supports autofill and has a length of at most six digits', async () => {
    render(<Form onComplete={() => {}} length={8} />)
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: '6 位验证码' })
    expect(input.autocomplete).toBe('one-time-code')
    await userEvent.type(input, '12345678')
    expect(input.value).toBe('123456')
  })
})
