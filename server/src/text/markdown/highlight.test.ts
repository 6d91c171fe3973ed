import { expect, it, vi } from 'vitest'
import { highlight, loadLanguages } from './highlight'

it('colours code on a busy machine as it does on an idle one', async () => {
  await loadLanguages(['python'])
  const code = 'def merge(left, right):\n    return left + right  # done'
  const idle = highlight(code, 'python')
  // Each look at the clock finds that the machine was busy with something else for a while.
  let now = 0
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
    now += 400
    return now
  })
  try {
    expect(highlight(code, 'python')).toBe(idle)
  } finally {
    clock.mockRestore()
  }
})
