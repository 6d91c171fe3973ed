import { randomBytes } from 'node:crypto'
import type { StudentCallName } from '@dxx/contract/calls'
import { expect } from 'vitest'
import { hashPassword } from '../../base/passwords'
import type { TestApp } from '../../testing/app'
import { solveSlider, wrongSmsCode } from '../../testing/sms-codes'
import { guessLimits } from './guess-budget'

/** A simulated client with its IP address and an optional device secret. */
export interface ClientLocation {
  ip: string
  device?: string
}

let nextNetwork = 0
export const newNetwork = () => `198.${18 + (nextNetwork >> 8)}.${nextNetwork++ & 255}.7`
export const newDevice = () => randomBytes(32).toString('base64url')

/** Login calls of clients on any network and device, for a server that trusts X-Forwarded-For. */
export class UnknownClients {
  #passwordHash = hashPassword('Study2026')
  constructor(readonly server: TestApp) {}

  send = (from: ClientLocation, name: StudentCallName, input: object) =>
    this.server.guest.send(name, input, optionsOf(from))
  slider = (from: ClientLocation) => solveSlider(this.server.guest, optionsOf(from))

  /** Requests a code, solving the slider check if required. */
  ask = async (from: ClientLocation, mobile: string, scene = 'login') => {
    const answer = await this.send(from, 'POST /v1/send_code', { mobile, scene })
    if (answer.data.error !== 'slider-required') return answer
    return this.send(from, 'POST /v1/send_code', { mobile, scene, slider: await this.slider(from) })
  }
  newestCode = (mobile: string) => this.server.env.sms.sent!().find((message) => message.mobile === mobile)!.code
  enter = (from: ClientLocation, mobile: string, code: string) =>
    this.send(from, 'POST /v1/login_code', { mobile, code })

  guessPassword = async (from: ClientLocation, mobile: string, password: string) => {
    const answer = await this.send(from, 'POST /v1/login_password', { mobile, password })
    if (answer.data.error !== 'slider-required') return answer
    return this.send(from, 'POST /v1/login_password', { mobile, password, slider: await this.slider(from) })
  }

  /** Creates an account whose owner has logged in on a device. */
  owner = async () => {
    const { id, mobile } = await this.server.createUser({ passwordHash: await this.#passwordHash })
    const home = { ip: newNetwork(), device: newDevice() }
    expect(await this.guessPassword(home, mobile!, 'Study2026')).toMatchObject({ code: 1 })
    return { id, mobile: mobile!, home }
  }

  /** Guesses wrongly until the number's budget is used up and one code is not enough. */
  exhaustNumber = async (mobile: string) => {
    const from = { ip: newNetwork() }
    expect(await this.ask(from, mobile)).toMatchObject({ code: 1 })
    for (let i = 0; i < guessLimits.guessesPerCode; i++)
      await this.enter(from, mobile, wrongSmsCode(this.newestCode(mobile)))
    this.server.clock.advance(60)
  }
}

const optionsOf = ({ ip, device }: ClientLocation) => ({
  headers: { 'x-forwarded-for': ip, ...(device && { 'x-dxx-device': device }) },
})
