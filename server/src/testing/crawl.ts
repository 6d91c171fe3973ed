import { allCalls, type Name } from '@dxx/contract/calls'
import { accounts } from '@dxx/contract/calls/accounts'
import { wechat } from '@dxx/contract/calls/wechat'
import type { Client } from './client'
import { inputsOf, type Known } from './inputs'

interface Place extends Known {
  /** Calls that would change what the test is about. */
  without?: Name[]
  /** Somebody who has just come, for each call that may end a session; without it those are not asked. */
  newcomer?: () => Promise<Client>
}

export interface Heard {
  name: Name
  input: object
  status: number
  text: string
}

/** Entering and leaving, which end the session that asks, and running programs: they know nothing of content. */
const passed = new Set<string>([...Object.keys(accounts), ...Object.keys(wechat), 'POST /v1/runcode'])

/**
 * Asks every call of the contract, also those that are yet to be written, with everything that somebody could know.
 * Answers what was said, and which calls understood none of it.
 */
export async function crawl(client: Client, known: Place): Promise<{ heard: Heard[]; deaf: Name[] }> {
  const heard: Heard[] = []
  const deaf: Name[] = []
  for (const name of Object.keys(allCalls) as Name[]) {
    // Guests are turned away from the others before anybody reads what they ask.
    const closed = client.token === '' && allCalls[name].access !== 'public'
    const isPassed = passed.has(name)
    if (closed || (isPassed && !known.newcomer) || known.without?.includes(name)) continue
    const answers = await Promise.all(
      inputsOf(name, known).map(async (input) => {
        const asking = isPassed ? await known.newcomer!() : client
        const response = await asking.fetch(name, input)
        return { name, input, status: response.status, text: await response.text() }
      }),
    )
    heard.push(...answers)
    if (answers.every(({ text }) => text.includes('"invalid-input"'))) deaf.push(name)
  }
  return { heard, deaf }
}
