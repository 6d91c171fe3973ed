import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { addCurriculum } from '../../testing/catalogue'
import { addSchool, asStaff, createStaff, giveRole } from '../../testing/staff'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(testStart))

const site = { kind: 'site' as const, id: null }

describe('grant_create', () => {
  it('grants a role in a scope until a date, and notifies the user', async () => {
    const { school, first } = await addSchool(app, 'grant')
    const boss = await asStaff(app, await createStaff(app, 'owner'))
    const user = await app.createUser({ nickname: '新老师' })
    const [found] = await boss.call('GET /staff/v1/grant_candidates', { mobile: user.mobile! })
    expect(found).toMatchObject({ id: user.uid, mobile: expect.stringMatching(/^139\*{4}\d{4}$/) })
    const grant = await boss.call('POST /staff/v1/grant_create', {
      userId: user.uid,
      role: 'teacher',
      scope: { kind: 'class', id: first.uid },
      endsAt: testStart + 86_400,
    })
    expect(grant).toMatchObject({ roleName: '教师', live: true, scope: { name: `${school.name} · 一班` } })
    const teacher = await asStaff(app, user)
    expect((await teacher.call('GET /staff/v1/me', {})).schools).toEqual([{ id: school.uid, name: school.name }])
    app.clock.advance(86_400)
    expect((await (await asStaff(app, user)).send('GET /staff/v1/me', {})).code).toBe(9)
    const messages = await app.db.selectFrom('messages').select('title').where('user_id', '=', user.id).execute()
    expect(messages).toEqual([{ title: '你有了新的工作权限' }])
  })

  it('stores one grant when two owners grant the same role at once', async () => {
    const bosses = await Promise.all([1, 2].map(async () => asStaff(app, await createStaff(app, 'owner'))))
    const user = await app.createUser()
    const input = { userId: user.uid, role: 'support' as const, scope: site }
    const made = await Promise.all(bosses.map((boss) => boss.call('POST /staff/v1/grant_create', input)))
    expect(made[0]!.id).toBe(made[1]!.id)
    const rows = await app.db.selectFrom('staff_grants').select('id').where('user_id', '=', user.id).execute()
    expect(rows).toHaveLength(1)
  })

  it('rejects scopes that do not fit the role, dates in the past and unknown ids', async () => {
    const { school } = await addSchool(app, 'odd')
    const boss = await asStaff(app, await createStaff(app, 'owner'))
    const { uid: userId } = await app.createUser()
    const send = (input: object) => boss.send('POST /staff/v1/grant_create', { userId, ...input })
    const refused = { data: { error: 'grant-refused' } }
    expect(await send({ role: 'teacher', scope: site })).toMatchObject(refused)
    expect(await send({ role: 'owner', scope: { kind: 'school', id: school.uid } })).toMatchObject(refused)
    expect(await send({ role: 'owner', scope: { kind: 'site', id: school.uid } })).toMatchObject(refused)
    expect(await send({ role: 'support', scope: site, endsAt: testStart })).toMatchObject(refused)
    expect(await send({ role: 'school_admin', scope: { kind: 'school', id: userId } })).toMatchObject({
      data: { error: 'scope-not-found' },
    })
    expect(await send({ role: 'support', scope: site, userId: school.uid })).toMatchObject({
      data: { error: 'user-not-found' },
    })
  })
})

describe('a school administrator', () => {
  it('a school administrator can grant only the roles teacher and grader, and only in their own school', async () => {
    const [own, foreign] = [await addSchool(app, 'own'), await addSchool(app, 'foreign')]
    const course = await addCurriculum(app.db)
    const admin = await createStaff(app, 'school_admin', { kind: 'school', id: own.school.id })
    const console = await asStaff(app, admin)
    const user = await app.createUser()
    const grant = (role: string, kind: string, id: string | null) =>
      console.send('POST /staff/v1/grant_create', { userId: user.uid, role, scope: { kind, id } })
    expect((await grant('teacher', 'class', own.first.uid)).code).toBe(1)
    expect((await grant('grader', 'exam', own.exam.uid)).code).toBe(1)
    const missing = { data: { error: 'scope-not-found' } }
    expect(await grant('teacher', 'class', foreign.first.uid)).toMatchObject(missing)
    expect(await grant('grader', 'exam', foreign.exam.uid)).toMatchObject(missing)
    expect(await grant('teacher', 'curriculum', course.uid)).toMatchObject(missing)
    expect(await grant('school_admin', 'school', own.school.uid)).toMatchObject({ code: 9 })
    expect(await grant('owner', 'site', null)).toMatchObject({ code: 9 })
    const scopes = await console.call('GET /staff/v1/grant_scopes', { kind: 'class', limit: 1 })
    expect(scopes).toMatchObject({ total: 2, list: [{ id: own.second.uid }] })
    const rest = await console.call('GET /staff/v1/grant_scopes', { kind: 'class', after: scopes.next! })
    expect(rest).toMatchObject({ next: null, list: [{ id: own.first.uid }] })
  })

  it('a school administrator sees and revokes only grants in their own school', async () => {
    const [own, foreign] = [await addSchool(app, 'mine'), await addSchool(app, 'theirs')]
    const console = await asStaff(
      app,
      await createStaff(app, 'school_admin', { kind: 'school', id: own.school.id }, '管理员'),
    )
    const both = await createStaff(app, 'teacher', { kind: 'class', id: own.first.id }, '两校老师')
    await giveRole(app, both, 'teacher', { kind: 'class', id: foreign.first.id })
    const other = await createStaff(app, 'teacher', { kind: 'class', id: foreign.first.id }, '外校老师')
    const { list, total } = await console.call('GET /staff/v1/people_list', {})
    expect(list.map(({ nickname }) => nickname)).toEqual(['两校老师'])
    expect(total).toBe(1)
    expect(list[0]!.grants).toHaveLength(1)
    const unknown = await console.send('GET /staff/v1/person_info', { id: crypto.randomUUID() })
    expect(await console.send('GET /staff/v1/person_info', { id: other.uid })).toEqual(unknown)
    const foreignGrant = await app.db
      .selectFrom('staff_grants')
      .select('uid')
      .where('user_id', '=', other.id)
      .executeTakeFirstOrThrow()
    expect(await console.send('POST /staff/v1/grant_revoke', { id: foreignGrant.uid, reason: '试试' })).toMatchObject({
      data: { error: 'grant-not-found' },
    })
    expect(await console.send('POST /staff/v1/person_log_out', { id: other.uid, reason: '试试' })).toMatchObject({
      data: { error: 'person-not-found' },
    })
    expect(await console.send('POST /staff/v1/factor_reset', { id: both.uid, reason: '试试' })).toMatchObject({
      code: 9,
    })
  })
})

describe('an account with grants outside the scope of the caller', () => {
  async function grantedByAdmin() {
    const { school, first } = await addSchool(app, `outside ${crypto.randomUUID().slice(0, 4)}`)
    const admin = await asStaff(app, await createStaff(app, 'school_admin', { kind: 'school', id: school.id }))
    const owner = await createStaff(app, 'owner', undefined, '站长')
    const scope = { kind: 'class' as const, id: first.uid }
    const grant = () => admin.call('POST /staff/v1/grant_create', { userId: owner.uid, role: 'teacher', scope })
    return { admin, owner, grant }
  }

  it('a school administrator cannot see or end the sessions of an account with grants outside the school', async () => {
    const { admin, owner, grant } = await grantedByAdmin()
    const console = await asStaff(app, owner)
    await grant()
    expect(await admin.call('GET /staff/v1/person_info', { id: owner.uid })).toMatchObject({ sessions: null })
    expect(await admin.send('POST /staff/v1/person_log_out', { id: owner.uid, reason: '试试' })).toMatchObject({
      code: 9,
    })
    expect((await console.send('GET /staff/v1/me', {})).code).toBe(1)
    const boss = await asStaff(app, await createStaff(app, 'owner'))
    expect((await boss.call('GET /staff/v1/person_info', { id: owner.uid })).sessions).toHaveLength(1)
  })

  it('a suspended account stays suspended after a grant with a narrower scope than its widest grant', async () => {
    const { first } = await addSchool(app, 'wakes')
    const owner = await createStaff(app, 'owner')
    app.clock.advance(91 * 86_400)
    await giveRole(app, owner, 'teacher', { kind: 'class', id: first.id })
    const boss = await asStaff(app, await createStaff(app, 'owner'))
    const stateOf = async () => (await boss.call('GET /staff/v1/person_info', { id: owner.uid })).person.state
    expect(await stateOf()).toBe('resting')
    await giveRole(app, owner, 'owner')
    expect(await stateOf()).toBe('live')
  })
})

describe('the last owner', () => {
  it('the last owner cannot lose the role, even when two owners revoke each other at once', async () => {
    await app.db.updateTable('staff_grants').set({ revoked_at: testStart }).where('role', '=', 'owner').execute()
    const [one, two] = [await createStaff(app, 'owner'), await createStaff(app, 'owner')]
    const [first, second] = [await asStaff(app, one), await asStaff(app, two)]
    const idOf = async (user: { uid: string }) =>
      (await first.call('GET /staff/v1/person_info', { id: user.uid })).person.grants[0]!.id
    const [firstId, secondId] = [await idOf(one), await idOf(two)]
    const results = await Promise.all([
      first.send('POST /staff/v1/grant_revoke', { id: secondId, reason: '交接' }),
      second.send('POST /staff/v1/grant_revoke', { id: firstId, reason: '交接' }),
    ])
    expect(results.filter(({ code }) => code === 1)).toHaveLength(1)
    const left = results[0]!.code === 1 ? one : two
    const console = await asStaff(app, left)
    const [grant] = (await console.call('GET /staff/v1/person_info', { id: left.uid })).person.grants
    expect(await console.send('POST /staff/v1/grant_revoke', { id: grant!.id, reason: '交接' })).toMatchObject({
      data: { error: 'last-owner' },
    })
    expect(
      await console.send('POST /staff/v1/grant_create', {
        userId: left.uid,
        role: 'owner',
        scope: site,
        endsAt: testStart + 60,
      }),
    ).toMatchObject({ data: { error: 'last-owner' } })
    expect(await (await app.as(left)).call('GET /v1/cancel_account_check', {})).toMatchObject({ canCancel: false })
  })
})

describe('people_list', () => {
  it('people_list pages by keyset and filters by role, state and name', async () => {
    const boss = await asStaff(app, await createStaff(app, 'owner'))
    for (let i = 0; i < 5; i++) await createStaff(app, 'finance', undefined, `财务${i}`)
    const input = { keyword: '财务', role: 'finance' as const, state: 'live' as const, limit: 2 }
    const names: string[] = []
    let after: string | undefined
    do {
      const page = await boss.call('GET /staff/v1/people_list', { ...input, after })
      expect(page.total).toBe(5)
      names.push(...page.list.map(({ nickname }) => nickname))
      after = page.next ?? undefined
    } while (after)
    expect(names).toEqual(['财务0', '财务1', '财务2', '财务3', '财务4'])
    expect((await boss.call('GET /staff/v1/people_list', { ...input, state: 'ended' })).total).toBe(0)
    expect((await boss.call('GET /staff/v1/people_list', { keyword: '%' })).total).toBe(0)
  })
})
