import { configure } from '@testing-library/dom'
import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// The time-out of expect.poll, see vitest.config.ts.
configure({ asyncUtilTimeout: 15_000 })

// Files share a window: each leaves it as it found it.
afterEach(cleanup)
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  // Some files run without a window.
  if (typeof document === 'undefined') return
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
})
