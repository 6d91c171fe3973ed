// npm run check: format and lint, then types of every workspace.
import { join } from 'node:path'
import { ensureInstalled, root, run } from './lib.mjs'

ensureInstalled()
const bin = (name) => join(root, 'node_modules/.bin', name)
run(bin('biome'), ['check', '--error-on-warnings', '.'])
for (const workspace of ['contract', 'server', 'web', 'e2e']) run(bin('tsc'), ['-p', workspace])
