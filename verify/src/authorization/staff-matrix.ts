import { randomUUID } from 'node:crypto'
import type { Call } from '@dxx/contract/call'
import type { ErrorName } from '@dxx/contract/errors'
import { allRoles, type Permission, type Role, roleHasPermission } from '@dxx/contract/staff'
import { type StaffCallName, staffCalls } from '@dxx/contract/staff-calls'
import { Client } from '../../../server/src/testing/client'
import { fill, shapeOf } from '../../../server/src/testing/inputs'
import { maskIds } from './matrix'
import { foreignText, isScoped, type StaffFixture } from './staff-fixture'

export const staffNames = Object.keys(staffCalls) as StaffCallName[]

/** Access of a staff call; null for session_open, which exchanges a student session for a console session. */
const accessOf = (name: StaffCallName) => {
  const { access } = staffCalls[name] as Call
  return typeof access === 'string' ? null : access
}

/** Whether a role holds the permission of a call. */
const mayCall = (role: Role, name: StaffCallName): boolean => {
  const access = accessOf(name)
  return access !== null && (access.staff === 'any' || roleHasPermission(role, access.staff as Permission))
}

interface Actor {
  who: string
  client: () => Promise<Client>
  /** The refusal that the call must return; null: any response except a refusal in `gateErrors`. */
  expected: (name: StaffCallName) => ErrorName | null
}

const gateErrors: ErrorName[] = ['not-logged-in', 'not-permitted', 'second-factor-required', 'proof-required']

const outsider = (name: StaffCallName): ErrorName | null => (accessOf(name) ? 'not-logged-in' : null)

/** All callers: guests, ended sessions, ended grants, and each role with and without second factor and proof. */
function actorsOf({ app, people, as }: StaffFixture): Actor[] {
  const { db, clock } = app
  const changed = async (change: object, role: Role = 'owner') => {
    const client = await as(role)
    const last = await db.selectFrom('console_sessions').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    await db.updateTable('console_sessions').set(change).where('id', '=', last.id).execute()
    return client
  }
  const withoutGrant = async (grant: object) => {
    const user = await app.createUser()
    const row = { user_id: user.id, role: 'owner' as const, scope_kind: 'site' as const, created_at: 1, renewed_at: 1 }
    await db
      .insertInto('staff_grants')
      .values({ ...row, ...grant })
      .execute()
    const { asStaff } = await import('../../../server/src/testing/staff')
    return asStaff(app, user, { factor: true })
  }
  const outside: Actor[] = [
    { who: 'guest', client: async () => app.guest, expected: (name) => outsider(name) ?? 'not-logged-in' },
    { who: 'student session', client: () => app.as(people.owner), expected: outsider },
    { who: 'invented token', client: async () => app.withToken('x'.repeat(43)), expected: outsider },
    { who: 'revoked session', client: () => changed({ revoked_at: 1 }), expected: outsider },
    { who: 'session of 12 hours', client: () => changed({ ends_at: clock.now() }), expected: outsider },
    { who: 'idle session', client: () => changed({ seen_at: clock.now() - 3600 }), expected: outsider },
  ]
  const lapsed = (name: StaffCallName): ErrorName | null => (accessOf(name) ? 'not-permitted' : null)
  const ended: Actor[] = [
    { who: 'revoked grant', client: () => withoutGrant({ revoked_at: 1 }), expected: lapsed },
    { who: 'ended grant', client: () => withoutGrant({ ends_at: clock.now() }), expected: lapsed },
  ]
  const byRole = allRoles.flatMap((role): Actor[] => [
    {
      who: role,
      client: () => as(role),
      expected: (name) => (mayCall(role, name) ? null : accessOf(name) ? 'not-permitted' : null),
    },
    {
      who: `${role} without second factor`,
      client: () => as(role, { factor: false }),
      expected: (name) => {
        const access = accessOf(name)
        if (!access || (access.enrolling && !access.fresh)) return null
        return 'second-factor-required'
      },
    },
    {
      who: `${role} without proof`,
      client: () => as(role, { proved: false }),
      expected: (name) => (mayCall(role, name) && accessOf(name)?.fresh ? 'proof-required' : null),
    },
  ])
  return [...outside, ...ended, ...byRole]
}

interface Options {
  /** Another server on the same database. */
  base?: string
  untilFirst?: boolean
  /** Makes an eighth of the requests, spread over all calls and callers; ids of a foreign scope go to `sampledStaffNames`. */
  sample?: boolean
}

/** Number of callers, or kinds of foreign ids, of which a sample tries one per call. */
const sampledFrom = 8

/** Every third staff call: the calls that a sample tries with ids of a foreign scope. */
export const sampledStaffNames = staffNames.filter((_, i) => i % 3 === 0)

const clientAt = ({ app }: StaffFixture, base: string | undefined, client: Client) =>
  base === undefined ? client : new Client(base, () => app.clock.now(), client.token)

/** Makes every staff call as every actor. Returns the responses that differ from the contract, and the total. */
export async function checkStaffAccess(fixture: StaffFixture, { base, untilFirst, sample }: Options = {}) {
  const wrong: { who: string; name: StaffCallName; expected: string; response: string }[] = []
  let callCount = 0
  for (const [row, { who, client, expected }] of actorsOf(fixture).entries())
    for (const [column, name] of staffNames.entries()) {
      if (sample && (row + column) % sampledFrom !== 0) continue
      // session_open needs a new student login; the tests of its module cover it.
      if (!accessOf(name) && who !== 'guest') continue
      // `client()` creates a session for each call, because some calls end their own session.
      if (untilFirst && wrong.length > 0) return { wrong, asked: callCount }
      const { data, code } = await clientAt(fixture, base, await client()).send(name, {})
      callCount++
      const error = String(data.error ?? '')
      const expectedError = expected(name)
      const fits = expectedError ? error === expectedError : code === 1 || !gateErrors.includes(error as ErrorName)
      // A role without the permission is refused because of the permission, before its proof is checked.
      if (!fits && !(expectedError === null && !mayCallAs(who, name)))
        wrong.push({ who, name, expected: expectedError ?? '', response: error })
    }
  return { wrong, asked: callCount }
}

const mayCallAs = (who: string, name: StaffCallName) => {
  const role = allRoles.find((one) => who === one || who.startsWith(`${one} `))
  return role === undefined || mayCall(role, name)
}

/** Kinds of foreign ids that a call may accept, with the reason. */
const namedKinds: Partial<Record<StaffCallName, string[]>> = {
  // Any user may become staff; the scope is checked.
  'POST /staff/v1/grant_create': ['person'],
}

const variants = [
  [0, true],
  [0, false],
  [1, false],
  [2, false],
  [4, true],
] as const

const marker = '00000000-0000-4000-8000-000000000000'

/** Replaces each marker in an input by the id that `fields` has for its field, or else by `rest`. */
function setIds(value: unknown, fields: Record<string, string>, rest: string, name = ''): unknown {
  if (value === marker) return fields[name] ?? rest
  if (Array.isArray(value)) return value.map((item) => setIds(item, fields, rest, name))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, setIds(inner, fields, rest, key)]))
}

/** Inputs of a call with markers in place of ids; equal inputs only once. */
function inputsWithMarkers(name: StaffCallName, no = ''): object[] {
  const shape = shapeOf(name)
  const inputs = variants.map(
    ([choice, full]) => fill(shape, { id: marker, named: { after: '', no }, text: 'x', choice, full }) as object,
  )
  return [...new Map(inputs.map((input) => [JSON.stringify(input), input])).values()]
}

const unknownFields = (fields: Record<string, string>) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, randomUUID()]))

/**
 * Sends ids of the foreign half as every scoped role: in all fields, in the fields of their kind, and in one field
 * beside ids of the role's own half. Each response must be the same as for an unknown id.
 */
export async function checkStaffScope(fixture: StaffFixture, { base, untilFirst, sample }: Options = {}) {
  const { as, foreign, own } = fixture
  const leaks: { role: Role; name: StaffCallName; kind: string; response: string }[] = []
  /** Calls whose response to an own id differs from that to an unknown id. */
  const reached = new Set<StaffCallName>()
  let callCount = 0
  const unknown = randomUUID()
  const isTried = (row: number, name: StaffCallName) => !sample || (row + staffNames.indexOf(name)) % sampledFrom === 0
  for (const [row, role] of allRoles.filter(isScoped).entries())
    for (const name of (sample ? sampledStaffNames : staffNames).filter((one) => mayCall(role, one))) {
      if (untilFirst && leaks.length > 0) return { leaks, reached, asked: callCount }
      const client = clientAt(fixture, base, await as(role))
      const send = async (input: object, fields: Record<string, string>, rest: string) => {
        callCount++
        const text = await (await client.fetch(name, setIds(input, fields, rest) as object)).text()
        return { text, seen: maskIds(text) }
      }
      const compare = (kind: string, response: { text: string; seen: string }, nothing: { seen: string }) => {
        if (response.text.includes(foreignText) || response.seen !== nothing.seen)
          leaks.push({ role, name, kind, response: response.text.slice(0, 200) })
      }
      for (const input of inputsWithMarkers(name).slice(0, sample ? 2 : undefined)) {
        const nothing = await send(input, {}, unknown)
        if (nothing.text.includes(foreignText)) leaks.push({ role, name, kind: 'list', response: nothing.text })
        if (!JSON.stringify(input).includes(marker)) continue
        for (const [at, [kind, uid]] of Object.entries(foreign.uids).entries())
          if (isTried(row + at, name) && !namedKinds[name]?.includes(kind))
            compare(kind, await send(input, {}, uid), nothing)
        const usual = fieldsOf(input, own.fields)
        if (usual.length > 0) {
          const missing = await send(input, unknownFields(foreign.fields), unknown)
          compare('fields', await send(input, foreign.fields, unknown), missing)
        }
        if (!name.startsWith('GET ')) continue
        for (const field of usual.length > 1 ? usual : []) {
          const without = await send(input, { ...own.fields, [field]: unknown }, unknown)
          compare(field, await send(input, { ...own.fields, [field]: foreign.fields[field]! }, unknown), without)
        }
        const ownIds = [
          ...Object.values(own.uids).map((uid) => [{}, uid] as const),
          ...(usual.length > 1 ? [[own.fields, unknown] as const] : []),
        ]
        for (const [fields, rest] of ownIds) {
          if (sample && reached.has(name)) break
          const response = await send(input, fields, rest)
          if (response.seen !== nothing.seen) reached.add(name)
          // Own rows refer to foreign rows (shareQuestions), but the response must not contain the foreign text.
          if (response.text.includes(foreignText))
            leaks.push({ role, name, kind: 'beside own', response: response.text })
        }
      }
    }
  return { leaks, reached, asked: callCount }
}

/** Returns the fields of an input that take an id of a certain kind. */
function fieldsOf(input: unknown, fields: Record<string, string>, name = ''): string[] {
  if (input === marker) return fields[name] === undefined ? [] : [name]
  if (input === null || typeof input !== 'object') return []
  const inner = Array.isArray(input)
    ? input.flatMap((item) => fieldsOf(item, fields, name))
    : Object.entries(input).flatMap(([key, item]) => fieldsOf(item, fields, key))
  return [...new Set(inner)]
}

const siteText = 'names a text of the site: server/src/studio/site-texts.test.ts'

/** Writing calls that cannot succeed with a generated input, each with the test in which it succeeds. */
const withoutControl: Partial<Record<StaffCallName, string>> = {
  'POST /staff/v1/session_open': 'needs a fresh student login: modules/staff/session.test.ts',
  'POST /staff/v1/session_prove': 'needs a password or code: modules/staff/session.test.ts',
  'POST /staff/v1/factor_confirm': 'needs a code: modules/staff/session.test.ts',
  'POST /staff/v1/factor_recovery_codes': 'needs an enrolled factor: modules/staff/session.test.ts',
  'POST /staff/v1/session_revoke': 'takes own sessions only: modules/staff/session.test.ts',
  'POST /staff/v1/upload_complete': 'takes own uploads only: e2e/work-queue.test.ts',
  'POST /staff/v1/studio_create': 'needs a subject of the site: server/src/studio/studio.test.ts',
  'POST /staff/v1/bank_import_start': 'takes own uploads only: server/src/studio/bank-imports.test.ts',
  'POST /staff/v1/bank_import_check': 'needs a checked file: server/src/studio/bank-imports.test.ts',
  'POST /staff/v1/bank_import_run': 'needs a checked file: server/src/studio/bank-imports.test.ts',
  'POST /staff/v1/studio_import_start': 'takes own uploads only: server/src/studio/read-content-file.test.ts',
  'POST /staff/v1/studio_task_close': 'needs a finished task: server/src/studio/read-content-file.test.ts',
  'POST /staff/v1/studio_run': 'not scoped, needs a runner: server/src/studio/preview-run.test.ts',
  'POST /staff/v1/studio_upload_part': 'takes own uploads only: server/src/studio/studio.test.ts',
  'POST /staff/v1/studio_upload_finish': 'takes own uploads only: server/src/studio/studio.test.ts',
  'POST /staff/v1/roster_check': 'takes own uploads only: modules/classes/roster.test.ts',
  'POST /staff/v1/job_retry': 'names a failed job by number: modules/site/site.test.ts',
  'POST /staff/v1/setting_change': 'needs a value that fits the key: modules/site/site.test.ts',
  'POST /staff/v1/studio_save': 'needs the name of a file: server/src/studio/studio.test.ts',
  'POST /staff/v1/bank_restore': 'needs an earlier version: server/src/studio/bank.test.ts',
  'POST /staff/v1/discount_save': 'needs values that fit its kind: modules/commerce/staff-coupons.test.ts',
  'POST /staff/v1/discount_revoke': 'not scoped, needs a coupon: modules/commerce/staff-coupons.test.ts',
  'POST /staff/v1/code_batch_create': 'needs a date to come: modules/commerce/staff-coupons.test.ts',
  'POST /staff/v1/code_batch_revoke': 'not scoped, needs a batch: modules/commerce/staff-coupons.test.ts',
  'POST /staff/v1/collection_delete': 'not scoped, needs a collection: modules/catalogue/staff-shelf.test.ts',
  'POST /staff/v1/broadcast_test': 'needs a page as link: modules/messages/broadcasts.test.ts',
  'POST /staff/v1/broadcast_send': 'needs the number of recipients: modules/messages/broadcasts.test.ts',
  'POST /staff/v1/broadcast_cancel': 'not scoped, needs a broadcast: modules/messages/broadcasts.test.ts',
  'POST /staff/v1/broadcast_recall': 'not scoped, needs a broadcast: modules/messages/broadcasts.test.ts',
  'POST /staff/v1/banner_save': 'needs a page as link: modules/content/staff-content.test.ts',
  'POST /staff/v1/version_save': 'needs a version number: modules/content/staff-content.test.ts',
  'POST /staff/v1/term_save': 'needs two dates: modules/classes/joins.test.ts',
  'POST /staff/v1/assignment_save': 'needs a date to come: modules/assignments/assignments.test.ts',
  'POST /staff/v1/rule_change': 'needs a value that fits the key: modules/site/site.test.ts',
  'POST /staff/v1/site_text_save': siteText,
  'POST /staff/v1/site_text_fields': siteText,
  'POST /staff/v1/site_text_preview': siteText,
  'POST /staff/v1/site_text_picture': siteText,
  'POST /staff/v1/site_text_publish': siteText,
  'POST /staff/v1/site_text_discard': siteText,
  'POST /staff/v1/site_text_restore': siteText,
  'POST /staff/v1/site_text_delete': siteText,
  'POST /staff/v1/site_text_revive': siteText,
  'POST /staff/v1/banner_image': 'names a banner, which belongs to the site: modules/content/staff-content.test.ts',
  'POST /staff/v1/banner_delete': 'names a banner, which belongs to the site: modules/content/staff-content.test.ts',
}

/** Makes every writing call with ids of an own half. Returns the calls that respond as to an unknown id. */
export async function checkWritingControls(fixture: StaffFixture) {
  const unreached: { name: StaffCallName; result: string }[] = []
  for (const name of staffNames.filter((one) => one.startsWith('POST ') && !withoutControl[one])) {
    const result = await reachOwn(fixture, name)
    if (result !== null) unreached.push({ name, result })
  }
  return unreached
}

/** Returns null if the call responds to an own id differently than to an unknown id, otherwise its last response. */
async function reachOwn(fixture: StaffFixture, name: StaffCallName): Promise<string | null> {
  let last = ''
  for (const role of allRoles.filter((one) => mayCall(one, name))) {
    const { half, client } = await fixture.freshHalf(role)
    for (const input of inputsWithMarkers(name, half.fields.no)) {
      const send = async (fields: Record<string, string>, rest: string) => {
        const { code, data } = await client.send(name, setIds(input, fields, rest) as object)
        last = `${code} ${String(data?.error ?? '')}`
        return { code, error: String(data?.error ?? '') }
      }
      if (!JSON.stringify(input).includes(marker)) {
        const { code, error } = await send({}, '')
        if (code === 1 || ('no' in input && error !== 'order-not-found' && error !== 'invalid-input')) return null
        continue
      }
      const nothing = await send(unknownFields(half.fields), randomUUID())
      for (const uid of new Set([...Object.values(half.uids)])) {
        const { code, error } = await send(half.fields, uid)
        if (code === 1 || (error !== nothing.error && error !== 'invalid-input')) return null
      }
    }
  }
  return last
}
