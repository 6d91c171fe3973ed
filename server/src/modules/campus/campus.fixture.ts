import { randomBytes } from 'node:crypto'
import { type TestApp, testStart } from '../../testing/app'
import type { Client } from '../../testing/client'
import { startCasSimulator } from '../../testing/simulators/cas'
import { simulatedClient, startOidcSimulator } from '../../testing/simulators/oidc'
import { addSchool, asStaff, createStaff } from '../../testing/staff'

const redirect = 'https://study.example.cn/'

/** Starts both login servers; they follow the clock of the server under test. */
export async function startLoginServers(server: () => TestApp | undefined) {
  const now = () => server()?.clock.now() ?? testStart
  return { cas: await startCasSimulator({ now }), oidc: await startOidcSimulator({ now }) }
}
export type LoginServers = Awaited<ReturnType<typeof startLoginServers>>

/** Adds a school whose administrator has configured a campus login in the console. */
export async function addCampusSchool(server: TestApp, kind: 'cas' | 'oidc', url: string, slug: string) {
  const { school, first, second } = await addSchool(server, slug)
  const admin = await createStaff(server, 'school_admin', { kind: 'school', id: school.id })
  const console = await asStaff(server, admin)
  await console.call('POST /staff/v1/campus_login_save', {
    schoolId: school.uid,
    kind,
    url,
    enabled: true,
    ...(kind === 'oidc' && { clientId: simulatedClient.clientId, secret: simulatedClient.secret }),
    ...(kind === 'oidc' ? { numberField: 'student_no', nameField: 'name' } : { nameField: 'cn' }),
  })
  return { school, first, second, console }
}

const random = () => randomBytes(16).toString('hex')

interface Started {
  state: string
  secret: string
  /** Query parameters that the login server added to the redirect. */
  back: Record<string, string>
}

/** Starts a login and logs in at the school as its current visitor. */
export async function visitSchool(client: Client, schoolId: string, to = redirect): Promise<Started> {
  const [state, secret] = [random(), random()]
  const { url } = await client.call('POST /v1/campus_start', { schoolId, redirect: to, state, secret })
  const response = await fetch(url, { redirect: 'manual' })
  const back = new URL(response.headers.get('location')!)
  return { state, secret, back: Object.fromEntries(back.searchParams) }
}

/** Input of the call that finishes a started login. */
export const returned = ({ state, secret, back: { code, ticket, error, iss } }: Started) => ({
  state,
  secret,
  code: code ?? ticket,
  ...(error !== undefined && { error }),
  ...(iss !== undefined && { iss }),
})

let numbers = 20_240_000

/** Adds a student to the roster of a school. */
export async function enrol(server: TestApp, school: { id: number }, theClass: { id: number }, name = '周以宁') {
  const studentNo = String(++numbers)
  await server.db
    .insertInto('rosters')
    .values({ school_id: school.id, class_id: theClass.id, student_no: studentNo, name })
    .execute()
  return { studentNo, name }
}
