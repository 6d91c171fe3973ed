import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { beginTest, closeContexts, connectBrowser, disconnectBrowser } from './contexts'

// A setup file runs for every test file, although the test files share their imported modules.
beforeAll(connectBrowser)
beforeEach(beginTest)
afterEach(closeContexts)
afterAll(disconnectBrowser)
