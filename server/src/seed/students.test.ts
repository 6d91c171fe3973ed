import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app'
import { simulatedApps, startWechatSimulator } from '../testing/simulators/wechat'
import { sampleWechat, seedAccounts } from './accounts'
import { seedStudents } from './students'

let server: TestApp
let wechat: Awaited<ReturnType<typeof startWechatSimulator>>
beforeAll(async () => {
  wechat = await startWechatSimulator()
  server = await startTestApp({ wechat: { apiUrl: wechat.url, openUrl: wechat.url, ...simulatedApps } })
})
afterAll(async () => {
  await server.close()
  await wechat.close()
})

async function addSchool() {
  const uid = '00000000-0000-4000-8000-000000000001'
  const place = { province: '湖北省', city: '武汉市', address: '' }
  const { id: school_id } = await server.db
    .insertInto('schools')
    .values({ uid, slug: 'a', name: '江城大学', ...place, has_roster: true, position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: class_id } = await server.db
    .insertInto('classes')
    .values({ uid, school_id, slug: 'a', name: '计算机 2401 班', college: '', year: 2024, position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('rosters')
    .values({ school_id, class_id, student_no: '20240101', name: '周以宁' })
    .execute()
}

it('verifies the sample student only if the schools exist; a repeat changes nothing', async () => {
  const student = await server.as(await server.createUser({ mobile: '13800000001' }))
  await seedStudents(server.db)
  expect(await student.call('GET /v1/get_user_info', {})).toMatchObject({ studentStatus: 'none' })
  await addSchool()
  await seedStudents(server.db)
  const info = await student.call('GET /v1/get_user_info', {})
  expect(info).toMatchObject({
    studentStatus: 'passed',
    student: { school: '江城大学', className: '计算机 2401 班', name: '周以宁' },
  })
  await seedStudents(server.db)
  expect(await student.call('GET /v1/get_user_info', {})).toEqual(info)
})

it('the sample account without a mobile number can log in with the WeChat simulator', async () => {
  const { uid } = await server.createUser({ mobile: null, nickname: sampleWechat.nickname })
  await seedAccounts(server.db)
  await seedAccounts(server.db)
  const login = await server.guest.call('POST /v130/wechat_login', { code: wechat.codeFor(sampleWechat) })
  expect(login).toMatchObject({ isNew: false, userinfo: { id: uid, mobile: '' } })
})
