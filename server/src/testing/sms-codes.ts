import type { CodeScene } from '@dxx/contract/calls/accounts'
import { vi } from 'vitest'
import type { TestApp } from './app'
import type { Client } from './client'
import { callPastSlider } from './slider'

export { sendPastSlider, solveSlider } from './slider'

let next = 15000000000
/** Returns a mobile number that no test has used. */
export const newMobile = () => String(next++)

/** Requests a code and reads it from the SMS. Without `mobile`, the code is sent to the client's own number. */
export async function codeFor(server: TestApp, client: Client, scene: CodeScene, mobile?: string): Promise<string> {
  const before = server.env.sms.sent!()[0]
  await callPastSlider(client, 'POST /v1/send_code', { mobile, scene })
  // The code for a password reset is sent after the response.
  await vi.waitUntil(() => server.env.sms.sent!()[0] !== before, { interval: 1 })
  return server.env.sms.sent!()[0]!.code
}

/** Returns a code that differs from the given one. */
export const wrongSmsCode = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')
