import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app'
import { startOidcSimulator } from '../../testing/simulators/oidc'
import { codeFor, newMobile } from '../../testing/sms-codes'
import { addCampusSchool, enrol, type LoginServers, returned, startLoginServers, visitSchool } from './campus.fixture'

let server: TestApp
let servers: LoginServers
let oidcSchool: Awaited<ReturnType<typeof addCampusSchool>>
let casSchool: Awaited<ReturnType<typeof addCampusSchool>>
beforeAll(async () => {
  servers = await startLoginServers(() => server)
  server = await startTestApp({ publicUrl: 'https://study.example.cn' })
  oidcSchool = await addCampusSchool(server, 'oidc', servers.oidc.url, 'oidc')
  casSchool = await addCampusSchool(server, 'cas', servers.cas.url, 'cas')
})
afterAll(async () => {
  await server.close()
  await servers.cas.close()
  await servers.oidc.close()
})
afterEach(() => {
  servers.cas.misbehave(null)
  servers.oidc.misbehave(null)
})

type Kind = 'cas' | 'oidc'
const schoolOf = (kind: Kind) => (kind === 'cas' ? casSchool : oidcSchool)

/**
 * Adds a student to the school with this kind of login server, and makes the student the next visitor of that server.
 */
async function newStudent(kind: Kind, name = '周以宁') {
  const { school, first } = schoolOf(kind)
  const student = await enrol(server, school, first, name)
  servers.cas.visitor({ user: student.studentNo, attributes: { cn: name } })
  servers.oidc.visitor({ sub: `u-${student.studentNo}`, claims: { student_no: student.studentNo, name } })
  return student
}
const visit = (kind: Kind, client = server.guest) => visitSchool(client, schoolOf(kind).school.uid)
const login = async (kind: Kind) => server.guest.call('POST /v1/campus_login', returned(await visit(kind)))
const refusalOf = async (kind: Kind, change: object = {}) =>
  (await server.guest.send('POST /v1/campus_login', { ...returned(await visit(kind)), ...change })).data.error

describe.each(['cas', 'oidc'] as const)('login by %s', (kind) => {
  it('creates an account on the first login, passes student authentication by number, and logs in again', async () => {
    const { studentNo } = await newStudent(kind)
    const first = await login(kind)
    expect(first).toMatchObject({
      isNew: true,
      userinfo: { mobile: '', studentStatus: 'passed', student: { className: '一班', name: '周以宁' } },
    })
    const second = await login(kind)
    expect(second).toMatchObject({ isNew: false, userinfo: { id: first.userinfo.id } })
    const client = server.withToken(second.token)
    expect(await client.call('GET /v1/campus_bindings', {})).toEqual([
      { schoolId: schoolOf(kind).school.uid, school: `${kind} 大学`, studentNo, name: '周以宁' },
    ])
    expect(await client.call('GET /v1/student_auth_info', {})).toMatchObject({
      status: 'passed',
      application: { studentNo, school: `${kind} 大学` },
    })
    expect(await client.call('GET /v1/export_data', {})).toMatchObject({ sections: { 校园账号: [{ studentNo }] } })
  })

  it('two concurrent first logins of one campus account create one account', async () => {
    await newStudent(kind)
    const visits = [await visit(kind), await visit(kind)]
    const logins = await Promise.all(visits.map((one) => server.guest.call('POST /v1/campus_login', returned(one))))
    expect(new Set(logins.map(({ userinfo }) => userinfo.id)).size).toBe(1)
  })

  it('a campus account that is not on the roster can log in, but is not a verified student', async () => {
    servers.cas.visitor({ user: 'T-1001', attributes: { cn: '老师' } })
    servers.oidc.visitor({ sub: 'u-T-1001', claims: { student_no: 'T-1001', name: '老师' } })
    expect(await login(kind)).toMatchObject({ isNew: true, userinfo: { studentStatus: 'none' } })
  })

  it('rejects a repeated response, another secret, another state, and a login started 15 minutes ago', async () => {
    await newStudent(kind)
    const used = returned(await visit(kind))
    await server.guest.call('POST /v1/campus_login', used)
    const again = await server.guest.send('POST /v1/campus_login', used)
    expect(again).toMatchObject({ code: 0, data: { error: 'campus-expired' } })
    expect(await refusalOf(kind, { secret: 'f'.repeat(32) })).toBe('campus-expired')
    expect(await refusalOf(kind, { state: 'f'.repeat(32) })).toBe('campus-expired')
    const late = returned(await visit(kind))
    server.clock.advance(15 * 60)
    expect((await server.guest.send('POST /v1/campus_login', late)).data.error).toBe('campus-expired')
  })

  it('a response to one browser does not work with the state of another login', async () => {
    await newStudent(kind)
    const attacker = returned(await visit(kind))
    const victim = returned(await visit(kind))
    const mixed = { ...victim, code: attacker.code }
    const { data } = await server.guest.send('POST /v1/campus_login', mixed)
    expect(['campus-expired', 'campus-refused']).toContain(data.error)
  })

  it('a code or ticket that was used once does not finish a newly started login', async () => {
    await newStudent(kind)
    const used = returned(await visit(kind))
    await server.guest.call('POST /v1/campus_login', used)
    expect(await refusalOf(kind, { code: used.code })).toBe('campus-expired')
  })

  it('a code or ticket that is too old is rejected as expired', async () => {
    await newStudent(kind)
    const late = returned(await visit(kind))
    server.clock.advance(kind === 'cas' ? 11 : 61)
    expect((await server.guest.send('POST /v1/campus_login', late)).data.error).toBe('campus-expired')
  })

  it("campus_login reports that the school's login is unavailable if its login server is down", async () => {
    await newStudent(kind)
    const started = returned(await visit(kind))
    servers[kind].misbehave('down')
    expect((await server.guest.send('POST /v1/campus_login', started)).data.error).toBe('campus-failed')
  })

  it('a login cannot be finished as a binding, and a binding neither as a login nor by another user than the one who started it', async () => {
    await newStudent(kind)
    const [one, two] = [await server.as(), await server.as()]
    const guest = returned(await visit(kind))
    expect((await one.send('POST /v1/campus_bind', guest)).data.error).toBe('campus-expired')
    const binding = returned(await visit(kind, one))
    expect((await server.guest.send('POST /v1/campus_login', binding)).data.error).toBe('campus-expired')
    const other = returned(await visit(kind, one))
    expect((await two.send('POST /v1/campus_bind', other)).data.error).toBe('campus-expired')
  })
})

describe('responses of a CAS server that must not log the user in', () => {
  it.each([
    ['html', 'campus-failed'],
    ['doctype', 'campus-failed'],
    ['two-users', 'campus-failed'],
    ['proxied', 'campus-failed'],
    ['success-and-failure', 'campus-failed'],
    ['foreign-namespace', 'campus-failed'],
    ['redirect', 'campus-failed'],
    ['huge', 'campus-failed'],
  ] as const)('a response with the fault %s is refused as %s', async (fault, error) => {
    await newStudent('cas')
    servers.cas.misbehave(fault)
    expect(await refusalOf('cas')).toBe(error)
  })

  it('a ticket for another service, a proxy ticket and an invented ticket are refused', async () => {
    const { studentNo } = await newStudent('cas')
    const ticket = servers.cas.ticketFor({ user: studentNo }, 'https://other.example/')
    expect(await refusalOf('cas', { code: ticket })).toBe('campus-refused')
    expect(await refusalOf('cas', { code: 'PT-1-abc' })).toBe('campus-refused')
    expect(await refusalOf('cas', { code: 'ST-1-abc&service=x' })).toBe('campus-expired')
  })

  it('a user name with markup is one text, not markup', async () => {
    servers.cas.visitor({ user: 'a</cas:user><cas:user>20240001' })
    const { token } = await login('cas')
    expect(await server.withToken(token).call('GET /v1/campus_bindings', {})).toMatchObject([
      { studentNo: 'a</cas:user><cas:user>20240001' },
    ])
  })
})

describe('responses of an OpenID provider that must not log the user in', () => {
  it.each([
    'no-nonce',
    'wrong-nonce',
    'other-issuer',
    'other-audience',
    'expired-token',
    'future-token',
    'other-key',
    'none-algorithm',
    'hmac-algorithm',
    'no-id-token',
    'other-subject',
    'two-audiences',
    'nul-subject',
    'long-subject',
  ] as const)('an ID token with the fault %s is refused', async (fault) => {
    await newStudent('oidc')
    servers.oidc.misbehave(fault)
    expect(await refusalOf('oidc')).toBe('campus-refused')
  })

  it.each(['html-token', 'redirected-token', 'huge-token'] as const)(
    'a token response with the fault %s opens no session',
    async (fault) => {
      await newStudent('oidc')
      servers.oidc.misbehave(fault)
      expect(await refusalOf('oidc')).toMatch(/^campus-(failed|refused)$/)
      servers.oidc.misbehave(null)
      expect(await login('oidc')).toMatchObject({ isNew: true })
    },
  )

  it('characters that cannot be stored are removed from a name, and a number with such characters is ignored', async () => {
    const { studentNo } = await newStudent('oidc')
    servers.oidc.visitor({ sub: `u-${studentNo}`, claims: { student_no: `${studentNo}\0`, name: '周\0以\ud800宁' } })
    const { token, userinfo } = await login('oidc')
    expect(userinfo.studentStatus).toBe('none')
    const bound = await server.withToken(token).call('GET /v1/campus_bindings', {})
    expect(bound).toMatchObject([{ studentNo: '', name: '周以\uFFFD宁' }])
  })

  it('a response without issuer, and one of another issuer, are refused before the code is sent', async () => {
    await newStudent('oidc')
    const countTokenRequests = () => servers.oidc.requestPaths.filter((path) => path === '/token').length
    const before = countTokenRequests()
    expect(await refusalOf('oidc', { iss: undefined })).toBe('campus-refused')
    expect(await refusalOf('oidc', { iss: 'https://other.example' })).toBe('campus-refused')
    expect(countTokenRequests()).toBe(before)
  })

  it.each([
    [50, 'accepted'],
    [70, 'campus-refused'],
    [-350, 'accepted'],
    [-370, 'campus-refused'],
  ])('an ID token that is valid for 300 seconds by a clock %i seconds ahead is %s', async (skew, expected) => {
    await newStudent('oidc')
    servers.oidc.setClockSkew(skew)
    const { code, data } = await server.guest.send('POST /v1/campus_login', returned(await visit('oidc')))
    servers.oidc.setClockSkew(0)
    expect(code === 1 ? 'accepted' : data.error).toBe(expected)
  })

  it('a login that was started at one school cannot be finished by the provider of another school', async () => {
    const other = await startOidcSimulator({ now: () => server.clock.now() })
    try {
      const { school } = await addCampusSchool(server, 'oidc', other.url, 'mixed')
      await newStudent('oidc')
      const countTokenRequests = () =>
        [servers.oidc, other].flatMap(({ requestPaths }) => requestPaths).filter((path) => path === '/token').length
      const before = countTokenRequests()
      const { code, iss } = returned(await visitSchool(server.guest, school.uid))
      expect(iss).toBe(other.url)
      expect(await refusalOf('oidc', { code, iss })).toBe('campus-refused')
      expect(countTokenRequests()).toBe(before)
      // Even if the other provider names the wrong issuer, this school's provider does not know its code.
      expect(await refusalOf('oidc', { code })).toBe('campus-expired')
    } finally {
      await other.close()
    }
  })

  it.each(['script-endpoint', 'metadata-of-another'] as const)(
    'start fails if the metadata has the fault %s',
    async (fault) => {
      servers.oidc.misbehave(fault)
      // Another path makes another issuer, whose metadata is not cached yet.
      const fresh = await addCampusSchool(server, 'oidc', `${servers.oidc.url}/`, `faulty-${fault}`)
      await server.db
        .updateTable('campus_logins')
        .set({ url: servers.oidc.url.replace('127.0.0.1', 'localhost') })
        .where('school_id', '=', fresh.school.id)
        .execute()
      const input = {
        schoolId: fresh.school.uid,
        redirect: 'https://study.example.cn/',
        state: 'a'.repeat(32),
        secret: 'b'.repeat(32),
      }
      expect(await server.guest.send('POST /v1/campus_start', input)).toMatchObject({
        code: 0,
        data: { error: expect.stringMatching(/^campus-(failed|refused)$/) },
      })
    },
  )
})

describe('a login that the school ends', () => {
  const endedBy = {
    denial: () => servers.oidc.visitor(null),
    outage: () => servers.oidc.misbehave('temporarily_unavailable'),
    'wrong settings': () => servers.oidc.misbehave('invalid_scope'),
    'no ticket': () => servers.cas.misbehave('no-ticket'),
  }

  it.each([
    ['oidc', 'denial', 'campus-denied'],
    ['oidc', 'outage', 'campus-failed'],
    ['oidc', 'wrong settings', 'campus-failed'],
    ['cas', 'no ticket', 'campus-denied'],
  ] as const)('by %s with %s is refused as %s, and the next login works', async (kind, end, error) => {
    await newStudent(kind)
    endedBy[end]()
    const ended = returned(await visit(kind))
    expect(ended.code).toBeUndefined()
    expect((await server.guest.send('POST /v1/campus_login', ended)).data.error).toBe(error)
    // The started login is used up.
    expect((await server.guest.send('POST /v1/campus_login', ended)).data.error).toBe('campus-expired')
    servers.cas.misbehave(null)
    servers.oidc.misbehave(null)
    await newStudent(kind)
    expect(await login(kind)).toMatchObject({ isNew: true })
  })

  it('an ended binding is refused as campus-denied to the user who started it', async () => {
    await newStudent('oidc')
    const client = await server.as()
    servers.oidc.visitor(null)
    const ended = returned(await visit('oidc', client))
    expect((await client.send('POST /v1/campus_bind', ended)).data.error).toBe('campus-denied')
  })

  it('an error with a wrong secret is refused as expired and leaves the started login unchanged', async () => {
    await newStudent('oidc')
    const started = returned(await visit('oidc'))
    const forged = { ...started, code: undefined, error: 'access_denied', secret: 'f'.repeat(32) }
    expect((await server.guest.send('POST /v1/campus_login', forged)).data.error).toBe('campus-expired')
    expect(await server.guest.call('POST /v1/campus_login', started)).toMatchObject({ isNew: true })
  })

  it('the page that opens the app forwards the error and does not claim that the school has confirmed the login', async () => {
    const open = async (query: string) => (await fetch(`${server.base}/campus/app?${query}`)).text()
    expect(await open('code=c1&state=s1')).toContain('学校已确认登录')
    expect(await open('ticket=ST-1&state=s1')).toContain('学校已确认登录')
    const ended = await open('error=access_denied&state=s1')
    expect(ended).toContain('duoxiangxue://campus?state=s1&#38;error=access_denied')
    expect(ended).toContain('没有完成学校的登录')
    expect(ended).not.toContain('学校已确认登录')
  })
})

describe('POST /v1/campus_start', () => {
  const start = (change: object = {}) =>
    server.guest.send('POST /v1/campus_start', {
      schoolId: oidcSchool.school.uid,
      redirect: 'https://study.example.cn/',
      state: 'c'.repeat(32),
      secret: 'd'.repeat(32),
      ...change,
    })

  it('campus_start redirects only to the two return addresses of this site, without a query', async () => {
    for (const redirect of [
      'https://evil.example/',
      'https://study.example.cn.evil.example/',
      'https://study.example.cn/console/',
      'https://user@study.example.cn/',
      'javascript:alert(1)',
    ])
      expect((await start({ redirect })).data.error).toBe('redirect-refused')
    const { data } = await start({ redirect: 'https://study.example.cn/?a=1#/pages/my' })
    expect(new URL(String(data.url)).searchParams.get('redirect_uri')).toBe('https://study.example.cn/')
  })

  it('campus_start rejects a school without campus login, or with a disabled one', async () => {
    const { school } = await addCampusSchool(server, 'cas', servers.cas.url, 'disabled')
    const set = (enabled: boolean) =>
      server.db.updateTable('campus_logins').set({ enabled }).where('school_id', '=', school.id).execute()
    await set(false)
    expect((await start({ schoolId: school.uid })).data.error).toBe('campus-off')
    const listed = async () => (await server.guest.call('GET /v1/campus_schools', {})).map(({ id }) => id)
    expect(await listed()).not.toContain(school.uid)
    await set(true)
    expect(await listed()).toContain(school.uid)
    expect((await start({ schoolId: '00000000-0000-4000-8000-000000000000' })).data.error).toBe('campus-off')
  })
})

describe('campus accounts and existing accounts', () => {
  it('a number claimed by another account returns code 4; logging in there and binding joins both', async () => {
    const student = await newStudent('cas')
    const user = await server.createUser({ nickname: '先来的' })
    const ownClient = await server.as(user)
    const { school, first } = casSchool
    await ownClient.call('POST /v1/student_auth', { ...student, schoolId: school.uid, classId: first.uid })
    const conflict = await server.guest.send('POST /v1/campus_login', returned(await visit('cas')))
    expect(conflict).toMatchObject({
      code: 4,
      msg: `学号 ${student.studentNo} 已由账号「先来的」认证`,
      data: { nickname: '先来的', proof: expect.any(String) },
    })
    const { proof } = conflict.data as { proof: string }
    expect(await ownClient.call('POST /v1/campus_bind', { proof })).toMatchObject({
      id: user.uid,
      studentStatus: 'passed',
    })
    expect(await login('cas')).toMatchObject({ isNew: false, userinfo: { id: user.uid } })
    // The proof is used up.
    expect((await ownClient.send('POST /v1/campus_bind', { proof })).data.error).toBe('ticket-invalid')
  })

  it('an account that claimed a foreign number loses it when the real student continues with a new account', async () => {
    const student = await newStudent('cas')
    const impostor = await server.as()
    const { school, first } = casSchool
    await impostor.call('POST /v1/student_auth', { ...student, schoolId: school.uid, classId: first.uid })
    const { data } = await server.guest.send('POST /v1/campus_login', returned(await visit('cas')))
    // Without the proof of a conflict, `separate` has no effect.
    const early = { ...returned(await visit('cas')), separate: true }
    expect(await server.guest.send('POST /v1/campus_login', early)).toMatchObject({ code: 4 })
    const alone = { proof: String(data.proof), separate: true }
    expect(await server.guest.call('POST /v1/campus_login', alone)).toMatchObject({
      isNew: true,
      userinfo: { studentStatus: 'passed' },
    })
    expect(await impostor.call('GET /v1/student_auth_info', {})).toMatchObject({
      status: 'rejected',
      application: { reason: '学校的统一身份认证确认，这个学号属于另一位同学' },
    })
  })

  it('binding a campus account of another account returns code 4; the merge moves the student authentication', async () => {
    const { studentNo } = await newStudent('oidc')
    const old = await login('oidc')
    const user = await server.createUser({ nickname: '有手机号的' })
    const ownClient = await server.as(user)
    const conflict = await ownClient.send('POST /v1/campus_bind', returned(await visit('oidc', ownClient)))
    expect(conflict).toMatchObject({ code: 4, data: { canMerge: true, nickname: old.userinfo.nickname } })
    const { proof } = conflict.data as { proof: string }
    const thief = await server.as()
    expect((await thief.send('POST /v1/campus_bind', { proof, merge: true })).data.error).toBe('ticket-invalid')
    expect((await thief.send('POST /v1/campus_bind', { proof })).data.error).toBe('ticket-invalid')
    expect(await ownClient.call('POST /v1/campus_bind', { proof, merge: true })).toMatchObject({
      mobile: user.mobile,
      studentStatus: 'passed',
      student: { className: '一班' },
    })
    expect(await login('oidc')).toMatchObject({ isNew: false, userinfo: { mobile: user.mobile } })
    const claimed = await server.db
      .selectFrom('rosters')
      .select('claimed_by')
      .where('student_no', '=', studentNo)
      .executeTakeFirstOrThrow()
    expect(claimed.claimed_by).not.toBeNull()
  })

  it('accounts with two campus accounts of one school, or records on both sides, are not merged', async () => {
    await newStudent('oidc')
    await login('oidc')
    const ownClient = await server.as()
    await newStudent('oidc')
    await ownClient.call('POST /v1/campus_bind', returned(await visit('oidc', ownClient)))
    const other = await newStudent('oidc')
    await server.guest.call('POST /v1/campus_login', returned(await visit('oidc')))
    const conflict = await ownClient.send('POST /v1/campus_bind', returned(await visit('oidc', ownClient)))
    expect(conflict).toMatchObject({ code: 4, data: { canMerge: false } })
    expect(conflict.data.proof).toBeUndefined()
    // A third campus account, which belongs to no user.
    const third = await newStudent('oidc')
    expect(third.studentNo).not.toBe(other.studentNo)
    expect((await ownClient.send('POST /v1/campus_bind', returned(await visit('oidc', ownClient)))).data.error).toBe(
      'campus-bound',
    )
  })

  it('an account created by campus login joins the account of a mobile number when the number is bound', async () => {
    const mobile = newMobile()
    const old = await server.createUser({ mobile, nickname: '手机账号' })
    await newStudent('cas')
    const { token } = await login('cas')
    const client = server.withToken(token)
    const code = await codeFor(server, client, 'bind', mobile)
    const input = { mobile, code, merge: true }
    expect(await client.call('POST /v1/user_bind_mobile', input)).toMatchObject({
      id: old.uid,
      studentStatus: 'passed',
    })
    expect(await login('cas')).toMatchObject({ userinfo: { id: old.uid, mobile } })
  })

  it('unbinding needs a mobile number and keeps the student authentication', async () => {
    await newStudent('cas')
    const { token } = await login('cas')
    const schoolId = casSchool.school.uid
    expect(await server.withToken(token).send('POST /v1/campus_unbind', { schoolId })).toMatchObject({ code: 5 })
    const ownClient = await server.as()
    await newStudent('cas')
    await ownClient.call('POST /v1/campus_bind', returned(await visit('cas', ownClient)))
    await ownClient.call('POST /v1/campus_unbind', { schoolId })
    expect(await ownClient.call('GET /v1/campus_bindings', {})).toEqual([])
    expect(await ownClient.call('GET /v1/student_auth_info', {})).toMatchObject({ status: 'passed' })
  })
})
