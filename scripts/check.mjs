// npm run check: format and lint, import boundaries, dead code, documents, conformance table, test titles, licences,
// and the types of every workspace.
import { join } from 'node:path'
import { ensureInstalled, root, run } from './lib.mjs'

await ensureInstalled()
const bin = (name) => join(root, 'node_modules/.bin', name)
run(bin('biome'), ['check', '--error-on-warnings', '.'])
run(process.execPath, [join(root, 'scripts/boundaries.mjs')])
run(bin('knip'), [])
run(process.execPath, [join(root, 'scripts/check-docs.mjs')])
run(process.execPath, [join(root, 'scripts/check-conformance.mjs')])
run(process.execPath, [join(root, 'scripts/check-titles.mjs')])
run(process.execPath, [join(root, 'scripts/licences.mjs'), '--check'])
// contract, server and verify are checked as one program: verify imports both, and three programs took twice the CPU
// time.
for (const project of ['tsconfig.node.json', 'web', 'web/service-worker', 'e2e']) run(bin('tsc'), ['-p', project])
