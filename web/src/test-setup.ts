import { configure } from '@testing-library/dom'

// As long as expect.poll waits, see vitest.config.ts.
configure({ asyncUtilTimeout: 15_000 })
