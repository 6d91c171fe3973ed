import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serverRoot } from '../../../server/src/base/paths'
import { long } from '../../../server/src/testing/measurements'
import { separateProcesses } from '../../../server/src/testing/separate-process'
import { nameFilter } from './mutants'
import { createStaffFixture, type StaffFixture } from './staff-fixture'
import { checkStaffAccess, checkStaffScope } from './staff-matrix'

interface StaffMutant {
  file: string
  text: string
  without: string
  /** Which check of the staff matrix must kill the mutant: checkStaffAccess or checkStaffScope. */
  by: 'access' | 'scope'
}

const gate = 'http/staff-calls.ts'
const session = 'http/console-session.ts'
const scope = 'modules/staff/scope.ts'
const contract = '../../contract/src/calls/staff/site.ts'

/** Checks of staff calls. Each is removed in a separate build. */
const mutants: StaffMutant[] = [
  { file: gate, text: 'if (fresh) requireProof(staff, now)', without: '', by: 'access' },
  { file: gate, text: 'lacksFactor && !enrolling', without: 'false', by: 'access' },
  { file: gate, text: 'rolesHolding(staff, permission).length === 0', without: 'false', by: 'access' },
  { file: session, text: 's.ends_at > $2 and ', without: '', by: 'access' },
  { file: session, text: ' and s.revoked_at is null', without: '', by: 'access' },
  { file: session, text: `s.seen_at > $2 - \${consoleTimes.idle}`, without: 'true', by: 'access' },
  { file: session, text: 'g.revoked_at is null and ', without: '', by: 'access' },
  { file: session, text: '(g.ends_at is null or g.ends_at > $2)', without: 'true', by: 'access' },
  {
    file: scope,
    text: "if (scopeKind === 'site') return role",
    without: 'return role',
    by: 'scope',
  },
  { file: scope, text: `isOneOf(\`\${alias}.id\`, ids.school)`, without: 'sql`true`', by: 'scope' },
  { file: scope, text: `\${isOneOf(\`\${alias}.id\`, ids.class)}`, without: 'true', by: 'scope' },
  { file: scope, text: `\${isOneOf(\`\${alias}.id\`, ids.exam)}`, without: 'true', by: 'scope' },
  { file: scope, text: `isOneOf(\`\${alias}.id\`, ids.curriculum)`, without: 'sql`true`', by: 'scope' },
  {
    file: 'modules/work/items.ts',
    text: `\${of('school_id')} = any(\${schools}::bigint[])`,
    without: 'true',
    by: 'scope',
  },
  {
    file: gate,
    text: "if (!staff) fail('not-logged-in'",
    without: "if (!staff) return void ('not-logged-in'",
    by: 'access',
  },
  { file: gate, text: 'proofAt === null ||', without: 'proofAt !== null &&', by: 'access' },
  { file: gate, text: 'staff.factorAt === null', without: 'false', by: 'access' },
  { file: session, text: 's.token_hash = $1 and ', without: '$1::bytea is not null and ', by: 'access' },
  {
    file: contract,
    text: "access: { staff: 'site.rules', fresh: true }",
    without: "access: { staff: 'site.rules' }",
    by: 'access',
  },
  {
    file: contract,
    text: "access: { staff: 'site.rules', fresh: true }",
    without: "access: { staff: 'any', fresh: true }",
    by: 'access',
  },
  {
    file: contract,
    text: "access: { staff: 'site.health', quiet: true }",
    without: "access: { staff: 'any', quiet: true }",
    by: 'access',
  },
  {
    file: '../../contract/src/calls/staff/numbers.ts',
    text: "staff: 'numbers.read'",
    without: "staff: 'any'",
    by: 'access',
  },
]

let fixture: StaffFixture
beforeAll(async () => {
  fixture = await createStaffFixture()
}, 600_000)
afterAll(() => fixture.close())

const tried = (long ? mutants : [mutants[8]!]).filter(({ text }) => nameFilter.test(text))

it.each(tried)(
  'the staff matrix kills the mutant that lacks $text',
  async ({ file, text, without, by }) => {
    const path = join(serverRoot, 'src', file)
    const source = readFileSync(path, 'utf8')
    expect(source).toContain(text)
    const contents = source.replace(text, () => without)
    const plugin: Plugin = {
      name: 'staff-mutant',
      setup: (build) =>
        build.onLoad({ filter: /\.ts$/ }, (loaded) => (loaded.path === path ? { contents, loader: 'ts' } : undefined)),
    }
    const servers = await separateProcesses(fixture.app, [plugin])
    try {
      const { base } = await servers.start()
      const options = { base, untilFirst: true }
      const found =
        by === 'access'
          ? (await checkStaffAccess(fixture, options)).wrong
          : (await checkStaffScope(fixture, options)).leaks
      expect(found.length).toBeGreaterThan(0)
    } finally {
      await servers.remove()
    }
  },
  1_200_000,
)
