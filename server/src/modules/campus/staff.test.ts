import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../base/outbound-fetch'
import { startTestApp, type TestApp } from '../../testing/app'
import { simulatedClient } from '../../testing/simulators/oidc'
import { addSchool, asStaff, createStaff } from '../../testing/staff'
import { addCampusSchool, enrol, type LoginServers, startLoginServers } from './campus.fixture'

let server: TestApp
let servers: LoginServers
beforeAll(async () => {
  servers = await startLoginServers(() => server)
  server = await startTestApp({ publicUrl: 'https://study.example.cn' })
})
afterAll(async () => {
  await server.close()
  await servers.cas.close()
  await servers.oidc.close()
})

describe('settings of campus login', () => {
  it('responses and the audit log lack the secret, which is stored encrypted', async () => {
    const { school, console } = await addCampusSchool(server, 'oidc', servers.oidc.url, 'secret')
    const info = await console.call('GET /staff/v1/campus_info', { schoolId: school.uid })
    expect(info).toMatchObject({
      login: { kind: 'oidc', hasSecret: true, clientId: simulatedClient.clientId },
      redirects: ['https://study.example.cn/', 'https://study.example.cn/campus/app'],
    })
    const { rows } = { rows: await server.db.selectFrom('campus_logins').selectAll().execute() }
    const audit = await server.db.selectFrom('audit').selectAll().execute()
    for (const text of [JSON.stringify(info), JSON.stringify(audit), String(rows[0]!.client_secret)])
      expect(text).not.toContain(simulatedClient.secret)
    expect(JSON.stringify(audit)).toContain('已更换')
  })

  it("the secret stays only if the server's address is unchanged", async () => {
    const { school, console } = await addCampusSchool(server, 'oidc', servers.oidc.url, 'kept')
    const save = (change: object) =>
      console.call('POST /staff/v1/campus_login_save', {
        schoolId: school.uid,
        kind: 'oidc',
        url: servers.oidc.url,
        enabled: true,
        clientId: simulatedClient.clientId,
        ...change,
      })
    expect(await save({ enabled: false })).toMatchObject({ hasSecret: true })
    expect(await save({ url: 'http://127.0.0.1:9' })).toMatchObject({ hasSecret: false })
  })

  it('check reports whether the server of the school works', async () => {
    for (const kind of ['cas', 'oidc'] as const) {
      const { school, console } = await addCampusSchool(server, kind, servers[kind].url, `check-${kind}`)
      const check = () => console.call('GET /staff/v1/campus_login_check', { schoolId: school.uid })
      expect(await check()).toMatchObject({ ok: true })
      servers[kind].misbehave('down')
      expect(await check()).toMatchObject({ ok: false })
      servers[kind].misbehave(null)
    }
  })

  it('campus settings can be changed by administrators of the school and by owners, after entering the password again', async () => {
    const { school } = await addCampusSchool(server, 'cas', servers.cas.url, 'scope')
    const foreign = await addSchool(server, 'scope-foreign')
    const admin = await createStaff(server, 'school_admin', { kind: 'school', id: foreign.school.id })
    const input = { schoolId: school.uid, kind: 'cas', url: servers.cas.url, enabled: true }
    const send = async (client: Awaited<ReturnType<typeof asStaff>>) =>
      (await client.send('POST /staff/v1/campus_login_save', input)).data.error
    expect(await send(await asStaff(server, admin))).toBe('school-not-found')
    expect(await send(await asStaff(server, await createStaff(server, 'operator')))).toBe('not-permitted')
    const owner = await createStaff(server, 'owner')
    expect(await send(await asStaff(server, owner, { proved: false }))).toBe('proof-required')
    expect(await send(await asStaff(server, owner))).toBeUndefined()
    const list = await (await asStaff(server, admin)).call('GET /staff/v1/campus_list', {})
    expect(list.map(({ id }) => id)).toEqual([foreign.school.uid])
  })
})

describe('addresses that schools enter', () => {
  it.each([
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['169.254.169.254', false],
    ['192.168.0.1', false],
    ['100.64.0.1', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['114.114.114.114', true],
    ['2400:3200::1', true],
    ['not an address', false],
  ])('whether the address %s is public: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected)
  })

  it('in production, addresses must use https and must not point to the internal network', async () => {
    const strict = await startTestApp({ outbound: { allowHttp: false, allowPrivate: false } })
    try {
      const owner = await asStaff(strict, await createStaff(strict, 'owner'))
      const { school } = await addSchool(strict, 'strict')
      const save = async (url: string) =>
        owner.send('POST /staff/v1/campus_login_save', { schoolId: school.uid, kind: 'cas', url, enabled: true })
      for (const url of ['http://cas.example.edu.cn', 'https://127.0.0.1/cas', 'https://[::1]/', 'ftp://x.example'])
        expect((await save(url)).data.error).toBe('campus-setting-refused')
      expect(await save('https://user:pw@cas.example.edu.cn')).toMatchObject({ msg: expect.stringContaining('密码') })
      // A name that resolves to this machine is refused when the server requests it.
      expect(await save('https://localhost/cas')).toMatchObject({ code: 1 })
      const check = await owner.call('GET /staff/v1/campus_login_check', { schoolId: school.uid })
      expect(check).toMatchObject({ ok: false })
    } finally {
      await strict.close()
    }
  })
})

describe('roster match', () => {
  const auth = async (app: TestApp, school: { uid: string }, theClass: { uid: string }, student: object) =>
    (await app.as()).send('POST /v1/student_auth', { ...student, schoolId: school.uid, classId: theClass.uid })

  it('confirm: name and number alone are refused, and the response does not reveal whether they match', async () => {
    const { school, first, console } = await addCampusSchool(server, 'cas', servers.cas.url, 'confirm')
    const student = await enrol(server, school, first)
    await console.call('POST /staff/v1/roster_match_save', { schoolId: school.uid, match: 'confirm' })
    const right = await auth(server, school, first, student)
    expect(right).toMatchObject({ code: 0, data: { error: 'student-card-required' } })
    expect(await auth(server, school, first, { ...student, name: '别的人' })).toEqual(right)
    const [listed] = (await server.guest.call('GET /v1/get_schools', { keyword: 'confirm' })).list
    expect(listed).toMatchObject({ needsCard: true, campusLogin: true })
    await console.call('POST /staff/v1/roster_match_save', { schoolId: school.uid, match: 'instant' })
    expect(await auth(server, school, first, student)).toMatchObject({ code: 1, data: { status: 'passed' } })
  })

  it('the roster match is confirm by default in production, and instant elsewhere', async () => {
    const { school } = await addCampusSchool(server, 'cas', servers.cas.url, 'default')
    const brief = async (app: TestApp) => {
      const owner = await asStaff(app, await createStaff(app, 'owner'), { factor: true })
      return (await owner.call('GET /staff/v1/campus_list', {})).find(({ name }) => name === 'default 大学')
    }
    expect(await brief(server)).toMatchObject({ id: school.uid, rosterMatch: 'instant' })
    const production = await startTestApp({ env: 'production' })
    try {
      await addSchool(production, 'default')
      expect(await brief(production)).toMatchObject({ rosterMatch: 'confirm' })
    } finally {
      await production.close()
    }
  })
})
