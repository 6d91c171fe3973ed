import { type StudentCallName, studentCalls } from '@dxx/contract/calls'
import { accounts } from '@dxx/contract/calls/accounts'
import { wechat } from '@dxx/contract/calls/wechat'
import type { Client } from './client'
import { inputsOf, type Known } from './inputs'

interface CallOptions extends Known {
  /** Calls to skip, because they would change the data under test. */
  without?: StudentCallName[]
  /** Selects the calls to make, by name and position in the contract. */
  only?: (name: StudentCallName, position: number) => boolean
  /** Creates a new user for each call that may end a session; without this function, such calls are skipped. */
  newcomer?: () => Promise<Client>
}

export interface RecordedResponse {
  name: StudentCallName
  input: object
  status: number
  text: string
}

/** Calls that are skipped, because they return no content: accounts and login, which may end the session, and running programs. */
const skipped = new Set<string>([...Object.keys(accounts), ...Object.keys(wechat), 'POST /v1/runcode'])

/**
 * Makes every call of the contract with all known ids; new calls are included automatically. Returns the responses, and
 * the calls that rejected every input as invalid.
 */
export async function callAll(
  client: Client,
  known: CallOptions,
): Promise<{ responses: RecordedResponse[]; alwaysInvalid: StudentCallName[] }> {
  const responses: RecordedResponse[] = []
  const alwaysInvalid: StudentCallName[] = []
  for (const [position, name] of (Object.keys(studentCalls) as StudentCallName[]).entries()) {
    if (known.only && !known.only(name, position)) continue
    // Skipped for guests, because calls that are not public refuse them before reading the input.
    const closed = client.token === '' && studentCalls[name].access !== 'public'
    const isSkipped = skipped.has(name)
    if (closed || (isSkipped && !known.newcomer) || known.without?.includes(name)) continue
    const answers = await Promise.all(
      inputsOf(name, known).map(async (input) => {
        const asking = isSkipped ? await known.newcomer!() : client
        const response = await asking.fetch(name, input)
        return { name, input, status: response.status, text: await response.text() }
      }),
    )
    responses.push(...answers)
    if (answers.every(({ text }) => text.includes('"invalid-input"'))) alwaysInvalid.push(name)
  }
  return { responses, alwaysInvalid }
}
