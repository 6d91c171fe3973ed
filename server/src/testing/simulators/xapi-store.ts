import { type SimulatorResponse, startSimulator } from './http'

export const simulatedStore = { username: 'dxx', password: 'simulator-xapi-secret' }

interface Statement {
  id: string
  actor: { account: { homePage: string; name: string } }
  verb: { id: string }
  object: { id: string }
  result: Record<string, unknown>
}

/** Simulates a learning record store: checks login, version and ids, and stores each statement once. */
export async function startXapiStore({ port = 0 } = {}) {
  const stored = new Map<string, Statement>()
  /** Statuses of the next responses; after them the simulator works. */
  const refusals: number[] = []
  const expected = `Basic ${Buffer.from(`${simulatedStore.username}:${simulatedStore.password}`).toString('base64')}`

  const { url, close } = await startSimulator(({ method, path, headers, body }): SimulatorResponse => {
    if (path !== '/xapi/statements' || method !== 'POST') return { status: 404, body: { error: 'not_found' } }
    if (headers.authorization !== expected) return { status: 401, body: { error: 'unauthorised' } }
    if (headers['x-experience-api-version'] !== '1.0.3') return { status: 400, body: { error: 'version' } }
    const status = refusals.shift()
    if (status) return { status, body: { error: 'refused' } }
    const list = JSON.parse(body) as Statement[]
    if (list.some(({ id }) => stored.has(id))) return { status: 409, body: { error: 'conflict' } }
    for (const statement of list) stored.set(statement.id, statement)
    return { body: list.map(({ id }) => id) }
  }, port)

  return { url: `${url}/xapi`, close, refusals, stored: () => [...stored.values()] }
}
