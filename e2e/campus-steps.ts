import { afterAll, beforeAll, inject } from 'vitest'
import { startCasSimulator } from '../server/src/testing/simulators/cas'
import { startLtiPlatform } from '../server/src/testing/simulators/lti-platform'
import { startOidcSimulator } from '../server/src/testing/simulators/oidc'
import { startXapiStore } from '../server/src/testing/simulators/xapi-store'
import { newMobile } from './accounts'
import { api, tokenOf } from './browser'
import { password, schoolAdmin, teacher } from './console'
import { withDb } from './exam'

export const patient = { timeout: 60_000 }

export let cas: Awaited<ReturnType<typeof startCasSimulator>>
export let oidc: Awaited<ReturnType<typeof startOidcSimulator>>
export let platform: Awaited<ReturnType<typeof startLtiPlatform>>
export let store: Awaited<ReturnType<typeof startXapiStore>>

/** Staff calls of the school's administrator, whose password has just been entered. */
export async function administrator() {
  const { token } = await api(await tokenOf(schoolAdmin)).call('POST /staff/v1/session_open', {})
  const staff = api(token)
  await staff.call('POST /staff/v1/session_prove', { password })
  const [school] = await staff.call('GET /staff/v1/campus_list', {})
  return { staff, schoolId: school!.id }
}

let registered: Promise<string> | null = null
/** Registers the platform once. Returns its address under another site than the product's. */
export const registerPlatform = () => {
  registered ??= (async () => {
    const { staff, schoolId } = await administrator()
    // Cookies and storage depend on the host name: localhost and 127.0.0.1 are different sites.
    const siteUrl = platform.url.replace('127.0.0.1', 'localhost')
    await staff.call('POST /staff/v1/lti_platform_save', {
      schoolId,
      name: '模拟平台',
      enabled: true,
      ...platform.registration,
      siteUrl,
      numberFrom: 'sourcedid',
    })
    platform.trust(async () => (await (await fetch(`${inject('base')}/lti/keys`)).json()) as never)
    return siteUrl
  })()
  return registered
}

/** Makes the score of a student due now: the product computes it a minute after the launch, and then every minute. */
export const makeScoreDue = (subject: string) =>
  withDb((db) => db.updateTable('lti_scores').set({ due_at: 0 }).where('subject', '=', subject).execute())

/** Puts a new student on the roster of a class of the sample teacher. Returns the teacher's calls. */
export async function rosterEntry(name: string) {
  const { staff: admin, schoolId } = await administrator()
  const { token } = await api(await tokenOf(teacher)).call('POST /staff/v1/session_open', {})
  const staff = api(token)
  const { list } = await staff.call('GET /staff/v1/class_list', {})
  const classId = list.find((one) => one.name === '计算机 2402 班')!.id
  const studentNo = `c${newMobile()}`
  await admin.call('POST /staff/v1/class_students_add', { id: classId, students: [{ studentNo, name }] })
  return { admin, schoolId, staff, classId, studentNo }
}

/** Starts the identity providers, the learning platform and the record store for the tests of a file. */
export function startServices(): void {
  beforeAll(async () => {
    registered = null
    cas = await startCasSimulator()
    oidc = await startOidcSimulator()
    platform = await startLtiPlatform()
    store = await startXapiStore()
  })
  afterAll(async () => {
    await cas?.close()
    await oidc?.close()
    await platform?.close()
    await store?.close()
  })
}
