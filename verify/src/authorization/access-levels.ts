import { type StudentCallName, studentCalls } from '@dxx/contract/calls'
import type { ErrorName } from '@dxx/contract/errors'
import { createSession } from '../../../server/src/http/session'
import { Client } from '../../../server/src/testing/client'
import { device, hasFailed, type Site, type Targets } from './matrix'

/** A client without access to some calls, and the refusal that it must get. */
interface Turned {
  who: string
  client: Client
  refused: (access: (typeof studentCalls)[StudentCallName]['access']) => ErrorName | null
}

export interface Passed {
  who: string
  name: StudentCallName
  expected: ErrorName
  responses: string
  /**
   * The server failed instead of allowing or refusing, so that the response does not show whether access is checked.
   */
  failed: boolean
}

const month = 31 * 86_400

/** Client that sends an invalid signature. */
class Forger extends Client {
  override raw(method: string, path: string, body: string | undefined): Promise<Response> {
    return super.raw(method, path, body, { headers: { authorization: '0'.repeat(64) } })
  }
}

async function turnedAway({ db, base, now }: Site, { ids }: Targets): Promise<Turned[]> {
  const tokenOf = (id: number, at = now()) => createSession(db, id, device, at)
  const as = (token: string) => new Client(base, now, token)
  const outsiders = (access: string): ErrorName | null => (access === 'public' ? null : 'not-logged-in')

  const loggedOut = await tokenOf(ids.classmate)
  await as(loggedOut).call('POST /v1/login_out', {})
  const closedAccount = { nickname: '已注销', created_at: now(), closed_at: now() }
  const { id: closed } = await db.insertInto('users').values(closedAccount).returning('id').executeTakeFirstOrThrow()
  return [
    { who: 'guest', client: as(''), refused: outsiders },
    { who: 'logged out', client: as(loggedOut), refused: outsiders },
    { who: 'expired', client: as(await tokenOf(ids.classmate, now() - month)), refused: outsiders },
    { who: 'account closed', client: as(await tokenOf(closed)), refused: outsiders },
    { who: 'invented token', client: as('x'.repeat(43)), refused: outsiders },
    {
      who: 'forged signature',
      client: new Forger(base, now, await tokenOf(ids.classmate)),
      refused: () => 'bad-signature',
    },
    {
      who: 'without mobile',
      client: as(await tokenOf(ids.unbound)),
      refused: (access) => (access === 'mobile' || access === 'student' ? 'mobile-required' : null),
    },
    {
      who: 'no student',
      client: as(await tokenOf(ids.fresh)),
      refused: (access) => (access === 'student' ? 'student-required' : null),
    },
  ]
}

/** Calls every endpoint with too little access. Returns the calls that succeeded and the total. */
export async function callWithoutAccess(site: Site, targets: Targets): Promise<{ passed: Passed[]; asked: number }> {
  const passed: Passed[] = []
  let callCount = 0
  for (const { who, client, refused } of await turnedAway(site, targets))
    for (const name of Object.keys(studentCalls) as StudentCallName[]) {
      const expected = refused(studentCalls[name].access)
      if (!expected) continue
      callCount++
      const response = await client.fetch(name, { id: 1 })
      const responses = await response.text()
      if (!responses.includes(`"error":"${expected}"`))
        passed.push({ who, name, expected, responses: responses.slice(0, 200), failed: hasFailed(response) })
    }
  return { passed, asked: callCount }
}
