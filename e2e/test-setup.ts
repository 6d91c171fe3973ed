import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { beginTest, closeContexts, connectBrowser, disconnectBrowser } from './contexts'

// Runs for every test file, although the files share their imported modules.
beforeAll(connectBrowser)
beforeEach(beginTest)
afterEach(closeContexts)
afterAll(disconnectBrowser)
