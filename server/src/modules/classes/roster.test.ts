import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messagesOf } from '../../testing/community'
import { gb18030 } from '../../testing/gb18030'
import { zip } from '../../text/epub/zip.fixture'
import { startClasses } from './classes.fixture'

let world: Awaited<ReturnType<typeof startClasses>>
beforeAll(async () => {
  world = await startClasses()
})
afterAll(() => world.stop())

const zipOf = (files: Record<string, string>) => zip(Object.entries(files).map(([name, body]) => ({ name, body })))

const csv = (...rows: string[]) => ['学号,姓名,班级', ...rows].join('\r\n')

describe('roster files', () => {
  it('a csv file shows its difference first and changes nothing until it is applied', async () => {
    const { check, apply, first, studentsOf } = world
    const shown = await check('名册.csv', csv('2026001,周以宁,一班', '2026002,许清,一班', '2026003,沈岸,三班'))
    expect(shown).toMatchObject({
      state: 'ready',
      counts: { new: 3, changed: 0, moved: 0, missing: 0, classes: 2, newClasses: 1 },
      newClassNames: ['三班'],
      problems: [],
    })
    expect(await studentsOf(first.uid)).toEqual([])
    expect(await apply(shown.id)).toMatchObject({ state: 'done', counts: { new: 3 } })
    expect(await studentsOf(first.uid)).toEqual(['2026001 周以宁', '2026002 许清'])
  })

  it('a second file with changes reports new, changed, moved and missing students, and removes none by itself', async () => {
    const { admin, check, apply, first, second, studentsOf } = world
    const shown = await check('名册.csv', csv('2026001,周以凝,一班', '2026004,方遥,一班', '2026003,沈岸,二班'))
    expect(shown.counts).toMatchObject({ new: 1, changed: 1, moved: 1, missing: 1, same: 0 })
    const rows = async (change: 'moved' | 'missing' | 'changed') =>
      (await admin.call('GET /staff/v1/roster_rows', { id: shown.id, change })).list
    expect(await rows('moved')).toMatchObject([{ studentNo: '2026003', className: '二班', beforeClass: '三班' }])
    expect(await rows('changed')).toMatchObject([{ name: '周以凝', beforeName: '周以宁' }])
    expect(await rows('missing')).toMatchObject([{ studentNo: '2026002', className: '一班' }])
    await apply(shown.id)
    expect(await studentsOf(first.uid)).toEqual(['2026001 周以凝', '2026002 许清', '2026004 方遥'])
    expect(await studentsOf(second.uid)).toEqual(['2026003 沈岸'])
  })

  it('removing is refused if the number of missing students is not the one that was shown', async () => {
    const { admin, check, apply, first, studentsOf } = world
    const shown = await check('名册.csv', csv('2026001,周以凝,一班', '2026004,方遥,一班'))
    const refused = await admin.send('POST /staff/v1/roster_apply', { id: shown.id, remove: 'all', removing: 0 })
    expect(refused.data).toMatchObject({ error: 'roster-changed', removing: 1 })
    expect(await apply(shown.id, 'all', 1)).toMatchObject({ state: 'done', counts: { removed: 1 } })
    expect(await studentsOf(first.uid)).toEqual(['2026001 周以凝', '2026004 方遥'])
  })

  it('a student who is missing in two classes counts once', async () => {
    const { check, apply } = world
    const withCourse = (...rows: string[]) => ['学号,姓名,班级,教学班', ...rows].join('\n')
    const both = ['2026701,柳絮,八班,光学-02', '2026702,江枫,八班,光学-02']
    await apply((await check('名册.csv', withCourse(...both))).id)
    const shown = await check('名册.csv', withCourse(both[0]!))
    expect(shown.counts).toMatchObject({ missing: 1, missingVerified: 0 })
    expect(await apply(shown.id, 'all', 1)).toMatchObject({ state: 'done', counts: { removed: 1 } })
    expect(await world.db.selectFrom('rosters').select('id').where('student_no', '=', '2026702').execute()).toEqual([])
  })

  it('a roster that puts a verified student into another class moves and notifies the student', async () => {
    const { server, check, apply, school, first, second, db } = world
    const user = await server.createUser()
    const client = await server.as(user)
    const input = { schoolId: school.uid, classId: first.uid, studentNo: '2026004', name: '方遥' }
    expect(await client.call('POST /v1/student_auth', input)).toMatchObject({ status: 'passed' })
    await apply((await check('转班.csv', csv('2026004,方遥,二班'))).id)
    expect(await client.call('GET /v1/student_auth_info', {})).toMatchObject({ application: { classId: second.uid } })
    expect((await messagesOf(db, user.id)).map(({ title }) => title)).toContain('你的班级已更新')
  })

  it('a removed student with an account stays verified, without a class', async () => {
    const { check, apply, second, studentsOf, db } = world
    const shown = await check('名册.csv', csv('2026003,沈岸,二班'))
    expect(shown.counts).toMatchObject({ missing: 1, missingVerified: 1 })
    await apply(shown.id, 'all', 1)
    expect(await studentsOf(second.uid)).toEqual(['2026003 沈岸'])
    const { rows } = { rows: await db.selectFrom('student_applications').select(['class_id', 'student_no']).execute() }
    expect(rows).toEqual([{ class_id: null, student_no: '2026004' }])
  })

  it('a student verified before the roster was imported gets the entry with the same name, not one with another name', async () => {
    const { server, school, check, apply, db, studentsOf, first } = world
    const verified = async (studentNo: string, name: string, byCampus: boolean) => {
      const user = await server.createUser({ studentStatus: 'passed' })
      const row = { school_id: school.id, school_name: school.name, class_name: '未分班', submitted_at: 0 }
      await db
        .insertInto('student_applications')
        .values({ ...row, user_id: user.id, student_no: studentNo, name, by_campus: byCampus })
        .execute()
      return user.id
    }
    const campus = await verified('2026601', 'zhangsan', true)
    const card = await verified('2026602', '李 四', false)
    await verified('2026603', '别的人', false)
    await apply((await check('新生.csv', csv('2026601,张三,一班', '2026602,李四,一班', '2026603,王五,一班'))).id)
    const entries = db.selectFrom('rosters').select(['student_no', 'claimed_by']).where('student_no', 'like', '20266%')
    expect(await entries.orderBy('student_no').execute()).toEqual([
      { student_no: '2026601', claimed_by: campus },
      { student_no: '2026602', claimed_by: card },
      { student_no: '2026603', claimed_by: null },
    ])
    expect(await studentsOf(first.uid)).toEqual(
      expect.arrayContaining(['2026601 张三', '2026602 李四', '2026603 王五']),
    )
    expect((await messagesOf(db, campus)).map(({ title }) => title)).toContain('你的班级已更新')
  })

  it.each([
    ['gb18030', '名册.csv', gb18030(csv('2026101,叶知秋,四班'))],
    [
      'xlsx',
      '名册.xlsx',
      sheetOf([['2026 级新生名单'], ['姓名', '学 号', '班级', '学院'], ['叶知秋', '2026101', '四班', '文学院']]),
    ],
  ])('a file in %s gives the same students', async (_, name, body) => {
    expect(await world.check(name, body)).toMatchObject({
      state: 'ready',
      problems: [],
      counts: { new: 1, classes: 1 },
    })
  })

  it('long numbers of a sheet are read exactly, numbers that the spreadsheet has rounded are errors, and other sheets are skipped', async () => {
    const rows = [
      ['学号', '姓名', '班级'],
      [2_024_010_203_045, '张\u200b三', '五班'],
    ]
    const shown = await world.check('名册.xlsx', bookOf({ 填写说明: [['请填写第二张表']], 名册: rows }))
    expect(shown).toMatchObject({ state: 'ready', problems: [], counts: { new: 1 } })
    const { list } = await world.admin.call('GET /staff/v1/roster_rows', { id: shown.id, change: 'new' })
    expect(list).toMatchObject([{ studentNo: '2024010203045', name: '张三' }])
    const cut = await world.check('名册.xlsx', bookOf({ 名册: [rows[0]!, [2.024e17, '张三', '五班']] }))
    expect(cut).toMatchObject({ state: 'failed', problems: [{ text: expect.stringContaining('科学计数') }] })
  })

  it('a file with an error in a line names the line and cannot be applied', async () => {
    const { admin, check } = world
    const shown = await check('名册.csv', csv('2.026E+9,周以宁,一班', '2026009,,一班', '2026010,温言,一班'))
    expect(shown.state).toBe('failed')
    expect(shown.problems).toMatchObject([
      { line: 2, fatal: true },
      { line: 3, fatal: true },
    ])
    const refused = await admin.send('POST /staff/v1/roster_apply', { id: shown.id, removing: 0 })
    expect(refused.data).toMatchObject({ error: 'roster-changed' })
  })

  it('a control character in the name of a class is an error of its line, and a line break becomes a space', async () => {
    const shown = await world.check('名册.csv', csv('2026011,温言,六\u0001班', '2026012,江月,"七\n班"'))
    expect(shown).toMatchObject({ state: 'failed', problems: [{ line: 2, text: expect.stringContaining('认不出') }] })
    const broken = await world.check('名册.csv', csv('2026012,江月,"七\n班"'))
    expect(broken).toMatchObject({ state: 'ready', newClassNames: ['七 班'] })
  })

  it.each([
    ['a file without column names', '名册.csv', '1,2,3\n4,5,6', '没有找到列名'],
    ['an archive of something else', '名册.zip', zipOf({ 'a.csv': 'x' }), 'OneRoster'],
  ])('%s is refused with its reason', async (_, name, body, text) => {
    const checked = await world.check(name, body)
    expect(checked).toMatchObject({ state: 'failed', problems: [{ text: expect.stringContaining(text) }] })
  })

  it('a broken xlsx file is refused when it is uploaded', async () => {
    await expect(world.check('名册.xlsx', Buffer.from('PK\u0003\u0004broken'))).rejects.toThrow('文件打不开')
  })
})

function bookOf(sheets: Record<string, (string | number)[][]>): Buffer {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

const sheetOf = (rows: string[][]) => bookOf({ 名册: rows })

const oneRoster = {
  'manifest.csv': 'propertyName,value\noneroster.version,1.2\n',
  'orgs.csv': 'sourcedId,status,dateLastModified,name,type\no1,,,计算机学院,department\n',
  'academicSessions.csv':
    'sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear\nt1,,,2026 秋季学期,semester,2026-09-01,2027-01-20,,2027\n',
  'classes.csv':
    'sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds\nh1,,,软件 2601,2026,,,homeroom,,o1,\nk1,,,数据结构-01,,c1,,scheduled,,o1,t1\n',
  'users.csv':
    'sourcedId,status,dateLastModified,enabledUser,username,givenName,familyName,identifier,sms\nu1,,,true,a,一诺,陈,2026501,\nu2,,,true,b,Ming,Li,2026502,\nu3,tobedeleted,,true,c,x,y,2026503,\nu4,,,true,d,远山,梁,,+86 13812345678\n',
  'enrollments.csv':
    'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary\ne1,,,h1,o1,u1,student,\ne2,,,k1,o1,u1,student,\ne3,,,k1,o1,u2,student,\ne4,,,k1,o1,u4,teacher,true\ne5,,,k1,o1,u3,student,\n',
}

describe('OneRoster 1.2', () => {
  it('an archive gives terms, home and teaching classes, students and teachers', async () => {
    const { server, admin, check, apply, school } = world
    const teacher = await server.createUser({ mobile: '13812345678', nickname: '梁老师' })
    const shown = await check('oneroster.zip', zipOf(oneRoster))
    expect(shown).toMatchObject({
      state: 'ready',
      counts: { new: 2, classes: 2, newClasses: 2, terms: 1, newTerms: 1, newMembers: 1, teachers: 1 },
      // The deleted user's enrolment.
      problems: [{ line: 6, fatal: false }],
    })
    await apply(shown.id)
    const { list } = await admin.call('GET /staff/v1/class_list', { keyword: '数据结构' })
    expect(list).toMatchObject([
      {
        kind: 'course',
        college: '计算机学院',
        students: 2,
        teachers: ['梁老师'],
        term: { name: '2026 秋季学期', startsOn: '2026-09-01' },
        school: { id: school.uid },
      },
    ])
    expect(await world.studentsOf(list[0]!.id)).toEqual(['2026501 陈一诺', '2026502 Ming Li'])
    const grants = await server.db.selectFrom('staff_grants').select('role').where('user_id', '=', teacher.id).execute()
    expect(grants).toEqual([{ role: 'teacher' }])
  })

  it('the same archive again changes nothing', async () => {
    const shown = await world.check('oneroster.zip', zipOf(oneRoster))
    expect(shown.counts).toMatchObject({ new: 0, changed: 0, moved: 0, missing: 0, newMembers: 0, newClasses: 0 })
  })
})

describe('OneRoster archives of other systems', () => {
  it('an archive that contains only changes is refused, because all other students would appear as removed', async () => {
    const manifest = `${oneRoster['manifest.csv']}file.enrollments,delta\n`
    const shown = await world.check('oneroster.zip', zipOf({ ...oneRoster, 'manifest.csv': manifest }))
    expect(shown).toMatchObject({ state: 'failed', problems: [{ text: expect.stringContaining('delta') }] })
  })

  it('sections with the same title are distinguished by their code', async () => {
    const classes = `${oneRoster['classes.csv']}k2,,,数据结构-01,,c1,02,scheduled,,o1,t1\n`
    const enrolments = `${oneRoster['enrollments.csv']}e9,,,k2,o1,u2,student,\n`
    const archive = { ...oneRoster, 'classes.csv': classes, 'enrollments.csv': enrolments }
    const shown = await world.check('oneroster.zip', zipOf(archive))
    expect(shown).toMatchObject({ state: 'ready', newClassNames: ['数据结构-01 02'] })
  })
})

describe('scope of rosters', () => {
  it('a teacher cannot import a roster, and for an administrator of another school it is not found', async () => {
    const { server, teacher, check } = world
    const { asStaff, createStaff, addSchool } = await import('../../testing/staff')
    const other = await addSchool(server, 'other')
    const foreign = await asStaff(
      server,
      await createStaff(server, 'school_admin', { kind: 'school', id: other.school.id }),
    )
    const { id } = await check('名册.csv', csv('2026901,顾念,一班'))
    expect((await teacher.send('GET /staff/v1/roster_import', { id })).data).toMatchObject({ error: 'not-permitted' })
    expect((await foreign.send('GET /staff/v1/roster_import', { id })).data).toMatchObject({
      error: 'roster-not-found',
    })
  })
})
