import type { CodeScene } from '@dxx/contract/calls/accounts'
import { vi } from 'vitest'
import type { TestApp } from './app'
import type { Client } from './client'

let next = 15000000000
/** A number that no test has used. */
export const newMobile = () => String(next++)

/** Asks for a code and reads it from the SMS. Without a number it goes to the client's own. */
export async function codeFor(server: TestApp, client: Client, scene: CodeScene, mobile?: string): Promise<string> {
  const before = server.env.sms.sent!()[0]
  await client.call('POST /v1/send_code', { mobile, scene })
  // The one for finding a password goes out after the answer.
  await vi.waitUntil(() => server.env.sms.sent!()[0] !== before, { interval: 1 })
  return server.env.sms.sent!()[0]!.code
}

/** Another code than the right one. */
export const wrong = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')
