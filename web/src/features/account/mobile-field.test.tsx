import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { extractMobile, isMobile, MobileField } from './mobile-field'

afterEach(cleanup)

test.each([
  ['13812345678', '13812345678'],
  ['138 1234 5678', '13812345678'],
  ['+86 138-1234-5678', '13812345678'],
  ['008613812345678', '13812345678'],
  ['１３８１２３４５６７８', '13812345678'],
  ['138123456789', '13812345678'],
  ['86138', '86138'],
  ['abc', ''],
])('%s is read as the mobile number %s', (text, mobile) => expect(extractMobile(text)).toBe(mobile))

test.each(['12812345678', '1381234567', '', '23812345678'])('%s is not a mobile number', (text) =>
  expect(isMobile(text)).toBe(false),
)

function Form() {
  const [mobile, setMobile] = useState('')
  return <MobileField value={mobile} onChange={setMobile} />
}

function open() {
  render(<Form />)
  return screen.getByLabelText<HTMLInputElement>('手机号')
}

test('groups digits while they are typed', async () => {
  const input = open()
  await userEvent.type(input, '1381')
  expect(input.value).toBe('138 1')
  await userEvent.type(input, '2345678')
  expect(input.value).toBe('138 1234 5678')
})

test('leaves the cursor behind a digit that is inserted before the end', async () => {
  const input = open()
  await userEvent.type(input, '1381234567')
  await userEvent.type(input, '9', { initialSelectionStart: 2, initialSelectionEnd: 2 })
  expect(input.value).toBe('139 8123 4567')
  expect(input.selectionStart).toBe(3)
})

test('deleting the space between two groups deletes the digit before the space', async () => {
  const input = open()
  await userEvent.type(input, '13812')
  await userEvent.type(input, '{Backspace}', { initialSelectionStart: 4, initialSelectionEnd: 4 })
  expect(input.value).toBe('131 2')
})

test.each(['13812345678', '138 12345678', '+86 138 1234 5678'])(
  'pasting %s over the same complete number leaves all eleven digits',
  async (pasted) => {
    const input = open()
    await userEvent.type(input, '13812345678')
    input.setSelectionRange(0, input.value.length)
    await userEvent.paste(pasted)
    expect(input.value).toBe('138 1234 5678')
  },
)
