import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { serverRoot } from '../../base/paths'
import { appendAudit, auditRetentionSeconds, checkpointAudit, verifyAudit } from '../../db/audit-chain'
import { inTransaction } from '../../db/transaction'
import { allCommands, operate } from '../../ops/ops'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { asStaff, createStaff } from '../../testing/staff'
import { auditTargetNames } from './audit-handlers'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(testStart))

const site = { kind: 'site' as const, id: null }

async function ops(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  const { db, config, clock } = app.env
  await operate({ db, config, clock, print: (line) => lines.push(line) }, args)
  return lines
}

it('every kind of audit target has a Chinese name', () => {
  const folder = join(serverRoot, 'src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const sources = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('')
  const kinds = new Set([...sources.matchAll(/[tT]arget(?:: |.*=> \()\{\s*kind: '(\w+)'/g)].map(([, kind]) => kind!))
  expect(kinds.size).toBeGreaterThan(10)
  expect([...kinds].filter((kind) => auditTargetNames[kind] === undefined)).toEqual([])
})

describe('audit', () => {
  it('stores actor, role, call, target, before, after, reason and IP address of every change', async () => {
    const owner = await createStaff(app, 'owner', undefined, '站长')
    const boss = await asStaff(app, owner)
    const user = await app.createUser({ nickname: '小王' })
    const input = { userId: user.uid, role: 'finance' as const, scope: site, reason: '电话 13912345678 联系过' }
    await boss.call('POST /staff/v1/grant_create', input)
    const { list } = await boss.call('GET /staff/v1/audit_list', { targetId: user.uid })
    expect(list).toMatchObject([
      {
        at: testStart,
        actor: { id: owner.uid, name: '站长' },
        roles: '所有者',
        call: 'grant_create',
        target: { kind: 'staff', kindName: '员工', id: user.uid, name: '小王' },
        before: null,
        after: { grant: '财务', endsAt: null },
        reason: '电话 139****5678 联系过',
        address: '127.0.0.1',
      },
    ])
    expect(list[0]!.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('stores no entry for a repeated idempotency key, a refusal or a change that was already made', async () => {
    const boss = await asStaff(app, await createStaff(app, 'owner'))
    const user = await app.createUser()
    const count = async () => (await boss.call('GET /staff/v1/audit_list', { targetId: user.uid })).total
    const input = { userId: user.uid, role: 'finance' as const, scope: site }
    const key = crypto.randomUUID()
    const grant = await boss.call('POST /staff/v1/grant_create', input, { key })
    await boss.call('POST /staff/v1/grant_create', input, { key })
    expect(await count()).toBe(1)
    await boss.send('POST /staff/v1/grant_create', { ...input, endsAt: 1 })
    expect(await count()).toBe(1)
    await boss.call('POST /staff/v1/grant_revoke', { id: grant.id, reason: '离职' })
    await boss.call('POST /staff/v1/grant_revoke', { id: grant.id, reason: '离职' })
    expect(await count()).toBe(2)
  })

  it('audit_list filters by person, call and time, and pages by keyset', async () => {
    const [one, two] = [await createStaff(app, 'owner'), await createStaff(app, 'owner')]
    const [first, second] = [await asStaff(app, one), await asStaff(app, two)]
    for (let i = 0; i < 3; i++) {
      await first.call('POST /staff/v1/audit_export', {})
      await second.call('POST /staff/v1/audit_export', {})
      app.clock.advance(10)
    }
    const page = await first.call('GET /staff/v1/audit_list', { person: one.uid, call: 'audit_export', limit: 2 })
    expect(page).toMatchObject({ total: 3, list: [{ at: testStart + 20 }, { at: testStart + 10 }] })
    const rest = await first.call('GET /staff/v1/audit_list', { person: one.uid, limit: 2, after: page.next! })
    expect(rest).toMatchObject({ next: null, list: [{ at: testStart }] })
    const between = { from: testStart + 10, to: testStart + 20, call: 'audit_export' }
    expect((await first.call('GET /staff/v1/audit_list', between)).total).toBe(2)
    const { calls } = await first.call('GET /staff/v1/audit_filters', {})
    expect(calls).toContainEqual({ call: 'audit_export', name: '导出操作记录' })
  })

  it('finds entries by part of a name or reason, target id, entry number or start of the request id', async () => {
    const boss = await asStaff(app, await createStaff(app, 'owner'))
    const user = await app.createUser({ nickname: '罕见名字100%' })
    const input = { userId: user.uid, role: 'finance' as const, scope: site, reason: '接替离职的_同事' }
    await boss.call('POST /staff/v1/grant_create', input)
    const find = async (keyword: string) => (await boss.call('GET /staff/v1/audit_list', { keyword })).list
    const [entry, ...more] = await find('见名字100%')
    expect(entry).toMatchObject({ call: 'grant_create', target: { id: user.uid } })
    expect(more).toEqual([])
    const shown = entry!.requestId.replaceAll('-', '').slice(0, 8).toUpperCase()
    for (const keyword of ['离职的_同', user.uid, String(entry!.id), shown, entry!.requestId])
      expect((await find(keyword)).map(({ id }) => id)).toContain(entry!.id)
    // The LIKE wildcards % and _ are searched literally.
    expect(await find('罕见%字')).toEqual([])
    expect(await find('离职的X同')).toEqual([])
    expect((await boss.call('POST /staff/v1/audit_export', { keyword: '见名字100%' })).rows).toBe(1)
  })

  it('audit_export returns CSV with a byte order mark and escapes formulas', async () => {
    const boss = await asStaff(app, await createStaff(app, 'owner', undefined, '=HYPERLINK("x")'))
    const { csv, rows, truncated } = await boss.call('POST /staff/v1/audit_export', {})
    expect(csv.startsWith('\uFEFF编号,时间')).toBe(true)
    await boss.call('POST /staff/v1/session_revoke', { others: true })
    const again = await boss.call('POST /staff/v1/audit_export', {})
    expect(again.rows).toBe(rows + 1)
    expect(again.csv).toContain(`"'=HYPERLINK(""x"")"`)
    expect(truncated).toBe(false)
  })
})

describe('the hash chain of the audit', () => {
  it('the hash chain is unbroken after many concurrent writes', async () => {
    const bosses = await Promise.all([1, 2, 3, 4].map(async () => asStaff(app, await createStaff(app, 'owner'))))
    await Promise.all(bosses.flatMap((boss) => [1, 2, 3].map(() => boss.call('POST /staff/v1/audit_export', {}))))
    expect(await verifyAudit(app.db)).toMatchObject({ brokenAt: null })
  })

  it('audit rows cannot be updated, deleted or truncated', async () => {
    await ops('words', 'add', '坏词')
    for (const statement of [
      sql`update audit set reason = '改过'`,
      sql`delete from audit`,
      sql`truncate audit`,
      sql`truncate audit cascade`,
    ])
      await expect(statement.execute(app.db)).rejects.toThrow('append-only')
  })

  it('verifyAudit returns the first row that was edited or removed', async () => {
    for (const word of ['甲', '乙', '丙']) await ops('words', 'add', word)
    const { last } = await verifyAudit(app.db)
    const tamper = async (change: ReturnType<typeof sql>) => {
      const found: (number | null)[] = []
      await app.db
        .transaction()
        .execute(async (tx) => {
          await sql`alter table audit disable trigger user`.execute(tx)
          await change.execute(tx)
          found.push((await verifyAudit(tx)).brokenAt)
          throw new Error('rolled back')
        })
        .catch((error: Error) => expect(error.message).toBe('rolled back'))
      return found[0]
    }
    const middle = last.id - 1
    expect(await tamper(sql`update audit set reason = '改过' where id = ${middle}`)).toBe(middle)
    expect(await tamper(sql`update audit set after = '{"added":["乙"]}' where id = ${last.id}`)).toBe(last.id)
    expect(await tamper(sql`update audit set user_id = 1 where id = ${middle}`)).toBe(middle)
    expect(await tamper(sql`delete from audit where id = ${middle}`)).toBe(middle)
    expect(await ops('audit', 'verify')).toContainEqual(expect.stringContaining('操作记录完好'))
  })

  it('the hash chain continues from a checkpoint after rows older than three years were deleted', async () => {
    const actor = { userId: null, roles: [], call: 'test', address: '', requestId: '' }
    const record = { target: { kind: 'words', id: '' } }
    await inTransaction(app.db, (tx) => appendAudit(tx, actor, [record], testStart))
    const { last } = await verifyAudit(app.db)
    const afterRetention = testStart + 100 + auditRetentionSeconds
    await inTransaction(app.db, (tx) => appendAudit(tx, actor, [record, record], afterRetention))
    expect(await inTransaction(app.db, (tx) => checkpointAudit(tx, testStart + auditRetentionSeconds))).toBe(0)
    expect(await inTransaction(app.db, (tx) => checkpointAudit(tx, afterRetention + 1))).toBe(last.id)
    expect(await verifyAudit(app.db)).toMatchObject({ checked: 2, brokenAt: null, last: { id: last.id + 2 } })
    // Rows after the checkpoint, and the checkpoint itself, stay append-only.
    await expect(app.db.deleteFrom('audit').execute()).rejects.toThrow('append-only')
    await expect(app.db.deleteFrom('audit_checkpoints').execute()).rejects.toThrow('append-only')
  })
})

describe('npm run ops -- staff', () => {
  it('grants, lists and revokes roles; the audit names the command line as actor', async () => {
    const user = await app.createUser({ nickname: '壳员' })
    expect(await ops('staff', 'grant', user.mobile!, 'owner')).toEqual(['壳员 现在是所有者。'])
    await ops('staff', 'grant', user.mobile!, 'finance', '2028-01-01')
    const listed = (await ops('staff', 'list')).join('\n')
    expect(listed).toContain('壳员')
    expect(listed).toContain('财务，2028-01-01 23:59 到期')
    expect(listed).not.toContain(user.mobile)
    await ops('staff', 'revoke', user.mobile!, 'finance')
    await expect(ops('staff', 'revoke', user.mobile!, 'finance')).rejects.toThrow('没有这项授权')
    await expect(ops('staff', 'grant', user.mobile!, 'king')).rejects.toThrow('用法')
    await expect(ops('staff', 'grant', user.mobile!, 'teacher', 'class:none/none')).rejects.toThrow('没有找到范围')
    const boss = await asStaff(app, user)
    const { list } = await boss.call('GET /staff/v1/audit_list', { person: 'shell', targetId: user.uid })
    expect(list.map(({ call }) => call)).toEqual(['staff revoke', 'staff grant', 'staff grant'])
    expect(list[0]).toMatchObject({ actor: { id: null, name: '命令行' }, callName: '命令行 staff revoke' })
  })

  it('staff reset removes the second factor even of the last owner', async () => {
    const owner = await createStaff(app, 'owner')
    await app.db
      .insertInto('staff_accounts')
      .values({ user_id: owner.id, factor_secret: Buffer.alloc(48), factor_confirmed_at: testStart })
      .execute()
    await ops('staff', 'reset', owner.mobile!, '丢了手机')
    await expect(ops('staff', 'reset', owner.mobile!, '丢了手机')).rejects.toThrow('没有开启')
    expect(await (await asStaff(app, owner)).call('GET /staff/v1/me', {})).toMatchObject({
      secondFactor: { enrolled: false },
    })
  })

  it('every ops command that writes also writes an audit entry', async () => {
    const writing = Object.entries(await allCommands()).flatMap(([area, commands]) =>
      Object.entries(commands).flatMap(([name, { reads, run }]) => (reads ? [] : [[`${area} ${name}`, String(run)]])),
    )
    expect(writing.filter(([, source]) => !source!.includes('audited')).map(([name]) => name)).toEqual([])
    expect(writing.length).toBeGreaterThan(20)
  })
})
