import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app'
import { runOps } from '../../testing/ops'
import { plainName } from './authenticate'
import { studentJobs } from './jobs'
import { approveStudent } from './review'

let server: TestApp
const schools = {
  roster: '00000000-0000-4000-8000-000000000001',
  open: '00000000-0000-4000-8000-000000000002',
}
const classes = {
  cs: '00000000-0000-4000-8000-000000000011',
  math: '00000000-0000-4000-8000-000000000012',
  open: '00000000-0000-4000-8000-000000000013',
}
let studentNo = 20240100

beforeAll(async () => {
  server = await startTestApp()
  const { db } = server
  const place = { province: '湖北省', city: '武汉市', address: '珞喻路 1 号', latitude: 30.5, longitude: 114.4 }
  const [roster, open] = await db
    .insertInto('schools')
    .values([
      { uid: schools.roster, slug: 'a', name: '江城大学', ...place, has_roster: true, position: 1 },
      { uid: schools.open, slug: 'b', name: '临海 100% 学院', ...place, has_roster: false, position: 2 },
    ])
    .returning('id')
    .execute()
  const common = { college: '计算机学院', year: 2024, position: 1 }
  await db
    .insertInto('classes')
    .values([
      { uid: classes.cs, school_id: roster!.id, slug: 'cs', name: '计算机 2401 班', ...common },
      { uid: classes.math, school_id: roster!.id, slug: 'math', name: '数学 2401 班', ...common, position: 2 },
      { uid: classes.open, school_id: open!.id, slug: 'open', name: '软件 2501 班', ...common },
    ])
    .execute()
})
afterAll(() => server.close())
beforeEach(() => server.clock.advance(86_400))

/** Adds a student to the roster; returns the matching form input. */
async function enrolled(name = '周以宁') {
  const no = String(++studentNo)
  const { id: classId, school_id } = await server.db
    .selectFrom('classes')
    .select(['id', 'school_id'])
    .where('uid', '=', classes.cs)
    .executeTakeFirstOrThrow()
  await server.db.insertInto('rosters').values({ school_id, class_id: classId, student_no: no, name }).execute()
  return { schoolId: schools.roster, classId: classes.cs, studentNo: no, name }
}

async function photoOf(userId: number, purpose: 'student-card' | 'avatar' = 'student-card') {
  const { id } = await server.db
    .insertInto('media')
    .values({
      key: `f/${Math.random()}.webp`,
      kind: 'image',
      mime: 'image/webp',
      bytes: 1,
      sha256: Buffer.alloc(32),
      created_at: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { uid } = await server.db
    .insertInto('uploads')
    .values({
      user_id: userId,
      purpose,
      name: 'card.jpg',
      bytes: 1,
      state: 'stored',
      media_id: id,
      created_at: 1,
      expires_at: 1,
    })
    .returning('uid')
    .executeTakeFirstOrThrow()
  return uid
}

describe('lists of schools, classes, universities and divisions', () => {
  it('GET /v1/get_schools lists registered schools by name', async () => {
    const all = await server.guest.call('GET /v1/get_schools', {})
    expect(all).toMatchObject({ total: 2, list: [{ name: '江城大学', hasRoster: true, latitude: 30.5 }, {}] })
    const found = async (keyword: string) =>
      (await server.guest.call('GET /v1/get_schools', { keyword })).list.map(({ name }) => name)
    expect(await found('江城')).toEqual(['江城大学'])
    expect(await found('100%')).toEqual(['临海 100% 学院'])
    expect(await found('jcdx')).toEqual(['江城大学'])
    expect(await found('JiangCheng')).toEqual(['江城大学'])
    expect(await found('_')).toEqual([])
    expect(await found("' or 1=1 --")).toEqual([])
    const second = await server.guest.call('GET /v1/get_schools', { pageSize: 1, pageNo: 2 })
    expect(second).toMatchObject({ list: [{ name: '临海 100% 学院' }], hasMore: false })
  })

  it('GET /v1/get_class lists the classes of a school', async () => {
    const list = await server.guest.call('GET /v1/get_class', { schoolId: schools.roster })
    expect(list.map(({ name }) => name)).toEqual(['计算机 2401 班', '数学 2401 班'])
    expect(await server.guest.send('GET /v1/get_class', { schoolId: classes.cs })).toMatchObject({
      data: { error: 'school-not-found' },
    })
  })

  it('GET /v1/universities searches the national list by province, name, abbreviation and initials', async () => {
    const all = await server.guest.call('GET /v1/universities', {})
    expect(all).toMatchObject({ total: 2631, hasMore: true })
    expect(all.provinces).toHaveLength(31)
    const first = async (input: { keyword: string; province?: string }) =>
      (await server.guest.call('GET /v1/universities', input)).list[0]?.name
    expect(await first({ keyword: '北京大学' })).toBe('北京大学')
    expect(await first({ keyword: '北大' })).toBe('北京大学')
    expect(await first({ keyword: 'XMDX' })).toBe('厦门大学')
    expect(await first({ keyword: 'cqdx', province: '重庆市' })).toBe('重庆大学')
    expect(await first({ keyword: '北京大学', province: '湖北省' })).toBeUndefined()
    expect(await first({ keyword: '(.*)+$' })).toBeUndefined()
    const hubei = await server.guest.call('GET /v1/universities', { province: '湖北省', pageSize: 100, pageNo: 2 })
    expect(hubei).toMatchObject({ total: 129, hasMore: false })
    expect(hubei.list).toHaveLength(29)
  })

  it('GET /v1/divisions returns the divisions directly below a parent', async () => {
    const provinces = await server.guest.call('GET /v1/divisions', {})
    expect(provinces).toHaveLength(34)
    const below = async (parent: string) =>
      (await server.guest.call('GET /v1/divisions', { parent })).map(({ name }) => name)
    expect(await below('42')).toContain('武汉市')
    expect(await below('4201')).toContain('洪山区')
    expect(await below('11')).toContain('海淀区')
    expect(await below('__proto__')).toEqual([])
  })
})

describe('POST /v1/student_auth', () => {
  it('verifies a student on the roster at once and updates the user info', async () => {
    const user = await server.createUser()
    const client = await server.as(user)
    const input = await enrolled()
    expect(await client.call('GET /v1/student_auth_info', {})).toEqual({ status: 'none', application: null })
    const answer = await client.call('POST /v1/student_auth', input)
    expect(answer).toMatchObject({
      status: 'passed',
      application: { school: '江城大学', className: '计算机 2401 班', ...input, reason: '', hasPhoto: false },
    })
    expect(await client.call('GET /v1/get_user_info', {})).toMatchObject({
      studentStatus: 'passed',
      student: { school: '江城大学', className: '计算机 2401 班', name: '周以宁' },
    })
    const messages = await server.db.selectFrom('messages').select('title').where('user_id', '=', user.id).execute()
    expect(messages).toEqual([{ title: '学生认证已通过' }])
    // Repeating the call returns the same response; different data is refused.
    expect(await client.call('POST /v1/student_auth', input)).toEqual(answer)
    expect(await client.send('POST /v1/student_auth', await enrolled())).toMatchObject({
      data: { error: 'student-passed' },
    })
  })

  it('the roster match ignores how dots and spaces in names are written', async () => {
    const client = await server.as()
    const input = await enrolled('阿依古丽·买买提')
    expect(await client.call('POST /v1/student_auth', { ...input, name: '阿依古丽 • 买买提' })).toMatchObject({
      status: 'passed',
    })
    expect(plainName('Ａnna  Ｌi')).toBe('annali')
  })

  it('only one of three concurrent applications for the same roster entry passes', async () => {
    const input = await enrolled()
    const clients = await Promise.all([1, 2, 3].map(() => server.as()))
    const answers = await Promise.all(clients.map((client) => client.send('POST /v1/student_auth', input)))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(answers.filter(({ data }) => data.error === 'student-claimed')).toHaveLength(2)
  })

  it('returns the same error for wrong name, number and class, and rejects more than ten tries a day', async () => {
    const client = await server.as()
    const input = await enrolled()
    const wrongName = await client.send('POST /v1/student_auth', { ...input, name: '别的人' })
    const wrongNumber = await client.send('POST /v1/student_auth', { ...input, studentNo: '999999' })
    const wrongClass = await client.send('POST /v1/student_auth', { ...input, classId: classes.math })
    expect(wrongName).toMatchObject({ code: 0, data: { error: 'student-not-matched' } })
    expect(wrongNumber).toEqual(wrongName)
    expect(wrongClass).toEqual(wrongName)
    for (let i = 0; i < 7; i++) await client.send('POST /v1/student_auth', { ...input, studentNo: `no${i}` })
    expect(await client.send('POST /v1/student_auth', input)).toMatchObject({ code: 429 })
    server.clock.advance(86_400)
    expect(await client.call('POST /v1/student_auth', input)).toMatchObject({ status: 'passed' })
  })

  it('after 20 tries a day for one student number by all accounts, authentication requires a review of the card', async () => {
    const input = await enrolled()
    for (let i = 0; i < 20; i++) {
      const client = await server.as()
      expect(await client.send('POST /v1/student_auth', { ...input, name: '猜的名字' })).toMatchObject({ code: 0 })
    }
    const user = await server.createUser()
    const client = await server.as(user)
    expect(await client.send('POST /v1/student_auth', { ...input, name: '猜的名字' })).toMatchObject({ code: 429 })
    expect(await client.send('POST /v1/student_auth', input)).toMatchObject({
      code: 429,
      msg: expect.stringContaining('学生证照片'),
      data: { retryAfter: expect.any(Number) },
    })
    // Even with the right name staff must review the card: passing at once would confirm a guessed name.
    const photo = await photoOf(user.id)
    expect(await client.call('POST /v1/student_auth', { ...input, photo })).toMatchObject({ status: 'pending' })
  })

  it('does not limit tries per student number if the school has no roster: nothing can be guessed', async () => {
    const form = { schoolId: schools.open, classId: classes.open, studentNo: 'S-9', name: 'Anna Li' }
    for (let i = 0; i < 21; i++)
      expect(await (await server.as()).call('POST /v1/student_auth', form)).toMatchObject({ status: 'pending' })
  })

  it('an application to a school without a roster, or with a photo and no roster match, waits for review', async () => {
    const open = await server.as()
    const form = { studentNo: 'S-1', name: 'Anna Li' }
    expect(
      await open.call('POST /v1/student_auth', { ...form, schoolId: schools.open, classId: classes.open }),
    ).toMatchObject({ status: 'pending', application: { school: '临海 100% 学院', reviewedAt: null } })
    const national = await server.as()
    expect(
      await national.call('POST /v1/student_auth', { ...form, universityCode: '4111010001', className: '数学 1 班' }),
    ).toMatchObject({ status: 'pending', application: { school: '北京大学', schoolId: null, className: '数学 1 班' } })
    const user = await server.createUser()
    const client = await server.as(user)
    const input = { ...(await enrolled()), name: '曾用名', photo: await photoOf(user.id) }
    expect(await client.call('POST /v1/student_auth', input)).toMatchObject({
      status: 'pending',
      application: { hasPhoto: true },
    })
  })

  it("accepts only the user's own photo uploaded for this purpose", async () => {
    const [user, other] = [await server.createUser(), await server.createUser()]
    const client = await server.as(user)
    const input = { ...(await enrolled()), name: '曾用名' }
    for (const photo of [await photoOf(other.id), await photoOf(user.id, 'avatar'), schools.open])
      expect(await client.send('POST /v1/student_auth', { ...input, photo })).toMatchObject({
        data: { error: 'upload-not-found' },
      })
  })

  it('student_auth requires a login and a bound mobile number', async () => {
    const input = { schoolId: schools.open, className: 'x', studentNo: '1', name: '周以宁' }
    const without = await server.as(await server.createUser({ mobile: null }))
    expect(await without.send('POST /v1/student_auth', input)).toMatchObject({ code: 5 })
    expect(await server.guest.send('POST /v1/student_auth', input)).toMatchObject({ code: 3 })
  })

  it.each([
    [{ studentNo: '1', name: '周以宁', className: 'x' }, '请选择学校'],
    [
      { schoolId: schools.open, universityCode: '4111010001', studentNo: '1', name: '周以宁', className: 'x' },
      '请选择学校',
    ],
    [{ schoolId: schools.open, studentNo: '1', name: '周以宁' }, '请选择或填写班级'],
    [
      { schoolId: schools.open, className: 'x', studentNo: '1 or 1=1', name: '周以宁' },
      '学号只能由数字和字母组成，最多 32 位',
    ],
    [{ schoolId: schools.open, className: 'x', studentNo: '1', name: '<script>' }, '请填写真实姓名'],
    [{ schoolId: schools.open, classId: classes.cs, studentNo: '1', name: '周以宁' }, '没有找到这个班级，请重新选择'],
    [{ universityCode: '0000000000', className: 'x', studentNo: '1', name: '周以宁' }, '没有找到这所学校，请重新选择'],
    [
      { universityCode: '4111010001', classId: classes.cs, studentNo: '1', name: '周以宁' },
      '没有找到这个班级，请重新选择',
    ],
  ])('student_auth rejects %o', async (input, msg) => {
    expect(await (await server.as()).send('POST /v1/student_auth', input)).toMatchObject({ code: 0, msg })
  })
})

describe('npm run ops -- students', () => {
  const ops = async (...args: string[]) => (await runOps(server, 'students', ...args)).join('\n')

  async function waiting() {
    const user = await server.createUser()
    const client = await server.as(user)
    const input = { ...(await enrolled('本人')), photo: await photoOf(user.id) }
    return { user, client, input }
  }
  /** Creates another pending application. */
  async function alsoWaiting() {
    const { client, input } = await waiting()
    const application = await client.call('POST /v1/student_auth', { ...input, name: '写错了' })
    expect(application).toMatchObject({ status: 'pending' })
    const hasHeardNothing = async () => {
      expect(await client.call('GET /v1/student_auth_info', {})).toEqual(application)
      expect((await client.call('GET /v1/user_message', {})).list).toEqual([])
    }
    return { hasHeardNothing }
  }
  const uidOf = async (userId: number) =>
    (
      await server.db
        .selectFrom('student_applications')
        .select('uid')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
    ).uid

  it('list shows applications; reject sends the reason to the student, who can apply again', async () => {
    const { user, client, input } = await waiting()
    await client.call('POST /v1/student_auth', { ...input, name: '写错了' })
    const other = await alsoWaiting()
    const uid = await uidOf(user.id)
    const list = await ops('list')
    expect(list).toContain(uid)
    expect(list).toContain('名单上这个学号是 本人')
    expect(list).toMatch(/照片：http:\/\/127.0.0.1:\d+\/media\/s\//)
    expect(await ops('reject', uid, '姓名与', '学生证不符')).toContain('已退回')
    expect(await client.call('GET /v1/student_auth_info', {})).toMatchObject({
      status: 'rejected',
      application: { reason: '姓名与 学生证不符' },
    })
    await expect(ops('reject', uid, '再来一次')).rejects.toThrow('没有这个编号')
    await other.hasHeardNothing()
    expect(await client.call('POST /v1/student_auth', input)).toMatchObject({
      status: 'passed',
      application: { reason: '' },
    })
  })

  it("students approve revokes another account's claim of the same roster entry", async () => {
    const { user, client, input } = await waiting()
    const thief = await server.as()
    await thief.call('POST /v1/student_auth', { ...input, photo: undefined })
    expect(await client.call('POST /v1/student_auth', input)).toMatchObject({ status: 'pending' })
    const other = await alsoWaiting()
    expect(await ops('list')).toContain('已被另一个账号认证')
    expect(await ops('approve', await uidOf(user.id))).toContain('已通过')
    expect(await client.call('GET /v1/student_auth_info', {})).toMatchObject({ status: 'passed' })
    expect(await thief.call('GET /v1/student_auth_info', {})).toMatchObject({ status: 'rejected' })
    await other.hasHeardNothing()
  })

  it('the students command shows its usage for invalid arguments', async () => {
    await expect(ops('approve')).rejects.toThrow(/students approve/)
    await expect(ops('reject', schools.open)).rejects.toThrow(/students reject/)
    await expect(ops('approve', 'x; drop table users')).rejects.toThrow(/用法/)
    await expect(ops('toString')).rejects.toThrow(/用法/)
    await expect(ops()).rejects.toThrow(/students list/)
  })
})

it.each([
  { setting: undefined, days: 30 },
  { setting: '7', days: 7 },
])(
  'card photos are detached $days days after the decision, and not before, with the setting $setting',
  async ({ setting, days }) => {
    if (setting) await server.db.insertInto('settings').values({ key: 'card-photo-days', value: setting }).execute()
    const user = await server.createUser()
    const input = { ...(await enrolled()), name: '曾用名', photo: await photoOf(user.id) }
    await (await server.as(user)).call('POST /v1/student_auth', input)
    const photo = async () =>
      (
        await server.db
          .selectFrom('student_applications')
          .select('photo_id')
          .where('user_id', '=', user.id)
          .executeTakeFirstOrThrow()
      ).photo_id
    const sent = await photo()
    const { db, clock, log } = server.env
    const { forget_card_photos: forget } = studentJobs
    const { uid } = await server.db
      .selectFrom('student_applications')
      .select('uid')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    server.clock.advance(60 * 86_400)
    await forget({ db, clock, log }, {})
    expect(await photo()).toBe(sent)
    await approveStudent(db, uid, clock.now())
    server.clock.advance(days * 86_400)
    await forget({ db, clock, log }, {})
    expect(await photo()).toBe(sent)
    server.clock.advance(1)
    await forget({ db, clock, log }, {})
    expect(await photo()).toBeNull()
  },
)
