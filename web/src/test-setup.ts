import { configure } from '@testing-library/dom'

// The time-out of expect.poll, see vitest.config.ts.
configure({ asyncUtilTimeout: 15_000 })
