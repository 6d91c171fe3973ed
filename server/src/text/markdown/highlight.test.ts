import { expect, it, vi } from 'vitest'
import { colourCode, loadLanguages } from './highlight'

it('highlights code on a busy machine exactly as on an idle one', async () => {
  await loadLanguages(['python'])
  const code = 'def merge(left, right):\n    return left + right  # done'
  const idle = colourCode(code, 'python')
  // Each call advances the clock, as on a busy machine.
  let now = 0
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
    now += 400
    return now
  })
  try {
    expect(colourCode(code, 'python')).toBe(idle)
  } finally {
    clock.mockRestore()
  }
})
