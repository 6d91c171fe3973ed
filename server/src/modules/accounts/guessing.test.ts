import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repoRoot } from '../../base/paths'
import { networkOf } from '../../http/network'
import { startTestApp, type TestApp } from '../../testing/app'
import { long } from '../../testing/measurements'
import { newMobile, solveSlider, wrongSmsCode } from '../../testing/sms-codes'
import { expectedTakeovers, guessLimits } from './guess-budget'
import { smsCodesPerDay, smsCodeTryLimit } from './sms-codes'
import { newDevice, newNetwork, UnknownClients } from './unknown-clients.fixture'

let server: TestApp
let ask: UnknownClients['ask']
let enter: UnknownClients['enter']
let exhaustNumber: UnknownClients['exhaustNumber']
let guessPassword: UnknownClients['guessPassword']
let newestCode: UnknownClients['newestCode']
let owner: UnknownClients['owner']
let send: UnknownClients['send']
beforeAll(async () => {
  server = await startTestApp({ trustProxy: ['127.0.0.1'] })
  ;({ ask, enter, exhaustNumber, guessPassword, newestCode, owner, send } = new UnknownClients(server))
})
afterAll(() => server.close())

const busyUntil = async (subject: string) =>
  (await server.db.selectFrom('guess_budgets').select('busy_until').where('subject', '=', subject).executeTakeFirst())
    ?.busy_until ?? 0

describe('guessing SMS codes', () => {
  it('rejects the correct code after three wrong guesses of an unknown device, even parallel ones', async () => {
    const { mobile } = await owner()
    const from = { ip: newNetwork() }
    await ask(from, mobile)
    const code = newestCode(mobile)
    await Promise.all(Array.from({ length: 20 }, () => enter(from, mobile, wrongSmsCode(code))))
    expect(await enter(from, mobile, code)).toMatchObject({ data: { error: 'code-wrong' } })
    const { guesses } = await server.db
      .selectFrom('codes')
      .select('guesses')
      .where('mobile', '=', mobile)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(guesses).toBe(guessLimits.guessesPerCode)
  })

  it('a correct code refunds the wrong guesses before it, so that one code stays enough', async () => {
    const { mobile } = await owner()
    const from = { ip: newNetwork() }
    for (let round = 0; round < 3; round++) {
      await ask(from, mobile)
      const code = newestCode(mobile)
      for (let i = 0; i < 2; i++) await enter(from, mobile, wrongSmsCode(code))
      expect(await enter(from, mobile, code), `round ${round}`).toMatchObject({ code: 1 })
      server.clock.advance(60)
    }
  })

  it('refunds no uncharged budget if the device becomes known or unknown between guess and refund', async () => {
    const from = { ip: newNetwork(), device: newDevice() }
    const subjects = ['site', `network ${networkOf(from.ip)}`]
    const spent = () => Promise.all(subjects.map(busyUntil))
    // Guesses at another number use budgets of network and site, which the refunds below must not restore.
    const victim = newMobile()
    await ask(from, victim)
    for (let i = 0; i < 2; i++) await enter(from, victim, wrongSmsCode(newestCode(victim)))
    const before = await spent()
    const guessTwice = async (mobile: string) => {
      for (let i = 0; i < 2; i++) await enter(from, mobile, wrongSmsCode(newestCode(mobile)))
    }
    // The code is requested by an unknown device, which becomes known before it guesses: only the number is charged.
    const { mobile } = await owner()
    await ask(from, mobile)
    expect(await guessPassword(from, mobile, 'Study2026')).toMatchObject({ code: 1 })
    await guessTwice(mobile)
    expect(await enter(from, mobile, newestCode(mobile))).toMatchObject({ code: 1 })
    expect(await spent()).toEqual(before)
    // A known device guesses wrongly, becomes unknown, and then enters a correct code.
    const other = await owner()
    expect(await guessPassword(from, other.mobile, 'Study2026')).toMatchObject({ code: 1 })
    await ask(from, other.mobile)
    await guessTwice(other.mobile)
    await server.db.deleteFrom('known_devices').execute()
    server.clock.advance(60)
    expect(await ask(from, other.mobile)).toMatchObject({ code: 1 })
    expect(await enter(from, other.mobile, newestCode(other.mobile))).toMatchObject({ code: 1 })
    expect(await spent()).toEqual(before)
  })

  it('without budget, requires two codes also to reset a password and to bind a number', async () => {
    const { mobile } = await owner()
    await exhaustNumber(mobile)
    const from = { ip: newNetwork() }
    expect(await ask(from, mobile, 'find')).toMatchObject({ code: 1 })
    await expect.poll(() => server.env.sms.sent!()[0]).toMatchObject({ mobile, scene: 'find' })
    const found = await send(from, 'POST /v1/check_code', { mobile, scene: 'find', code: newestCode(mobile) })
    expect(found).toMatchObject({ data: { error: 'code-again' } })
    const thief = await server.as(await server.createUser({ mobile: null }))
    server.clock.advance(60)
    const codeInput = { mobile, scene: 'bind' as const, slider: await solveSlider(thief) }
    await thief.call('POST /v1/send_code', codeInput)
    const bound = await thief.send('POST /v1/user_bind_mobile', { mobile, code: newestCode(mobile) })
    expect(bound).toMatchObject({ data: { error: 'code-again' } })
  })

  it('a network that guessed at many numbers needs several codes, even with new device secrets', async () => {
    const ip = newNetwork()
    for (let i = 0; i < 11; i++) {
      const [mobile, from] = [newMobile(), { ip: ip.replace(/\d+$/, String(i + 1)), device: newDevice() }]
      await ask(from, mobile)
      for (let guess = 0; guess < 3; guess++) await enter(from, mobile, wrongSmsCode(newestCode(mobile)))
    }
    const { mobile, home } = await owner()
    const from = { ip, device: newDevice() }
    await ask(from, mobile)
    expect(await enter(from, mobile, newestCode(mobile))).toMatchObject({ data: { error: 'code-again' } })
    // A known device on the same network is not affected.
    const roaming = { ...home, ip }
    await ask(roaming, mobile)
    expect(await enter(roaming, mobile, newestCode(mobile))).toMatchObject({ code: 1 })
  })

  it("parallel guesses from many networks use exactly the site's budget; then one code is not enough", async () => {
    await server.db.deleteFrom('guess_budgets').where('subject', '=', 'site').execute()
    const { burst, guessesPerCode, refillSeconds } = guessLimits
    const targets = []
    for (let i = 0; i < Math.ceil(burst.site / guessesPerCode) + 10; i++) {
      const [mobile, from] = [newMobile(), { ip: newNetwork() }]
      expect(await ask(from, mobile)).toMatchObject({ code: 1 })
      targets.push({ mobile, from, guess: wrongSmsCode(newestCode(mobile)) })
    }
    const now = server.clock.now()
    await Promise.all(
      targets.flatMap(({ mobile, from, guess }) =>
        Array.from({ length: guessesPerCode }, () => enter(from, mobile, guess)),
      ),
    )
    expect(await busyUntil('site')).toBe(now + burst.site * refillSeconds)
    const { mobile } = await owner()
    const from = { ip: newNetwork() }
    await ask(from, mobile)
    expect(await enter(from, mobile, newestCode(mobile))).toMatchObject({ data: { error: 'code-again' } })
    await server.db.deleteFrom('guess_budgets').where('subject', '=', 'site').execute()
  })

  it('requires a third code after 100 wrong guesses of the network in a day', async () => {
    const { mobile } = await owner()
    const [now, from] = [server.clock.now(), { ip: newNetwork() }]
    const day = now - (now % 86_400)
    const subject = `network ${networkOf(from.ip)}`
    await server.db
      .insertInto('guess_budgets')
      .values({ subject, busy_until: now + 30 * guessLimits.refillSeconds, day, wrong: guessLimits.dayLevels[0]! })
      .execute()
    await ask(from, mobile)
    for (let i = 0; i < 2; i++)
      expect(await enter(from, mobile, newestCode(mobile))).toMatchObject({ data: { error: 'code-again' } })
    expect(await enter(from, mobile, newestCode(mobile))).toMatchObject({ code: 1 })
  })

  it('guessing takes over less than one account in 100 years, with the figures of docs/security.md', async () => {
    // Maximum guesses per day: at one number, from unknown devices and 20 known devices; from one network, by the
    // network's limit.
    const number = smsCodesPerDay * guessLimits.guessesPerCode * 21
    const network = (smsCodeTryLimit.max * 86_400) / smsCodeTryLimit.windowSeconds
    const expected = [
      expectedTakeovers('number', 100, number),
      expectedTakeovers('network', 100, network),
      // The number of networks is unlimited, so the test assumes 1e9 guesses a day.
      expectedTakeovers('site', 100, 1e9),
    ]
    for (const takeovers of expected) expect(takeovers).toBeLessThan(1)
    const page = await readFile(join(repoRoot, 'docs/security.md'), 'utf8')
    const rows = [...page.matchAll(/^\| .* against .* \|(.*)\|(.*)\|(.*)\| (\d\.\d\d) \|$/gm)]
    expect(rows.map(([, , , , sum]) => sum)).toEqual(expected.map((takeovers) => takeovers.toFixed(2)))
    // The columns of the table, computed without `expectedTakeovers`: one code; two codes; three and four codes.
    const days = 36_525
    const parts = [
      [guessLimits.burst.number, number],
      [guessLimits.burst.network, network],
      [guessLimits.burst.site, 1e9],
    ].map(([burst, perDayMost]) => {
      const [two, three, four] = [100, 10_000, 1e9].map((level) => days * Math.min(level, perDayMost!))
      return [(burst! + days / 5) / 1e4, (two! * 3) / 1e8, (three! * 3 ** 2) / 1e12 + (four! * 3 ** 3) / 1e16]
    })
    const shown = rows.map((row) => row.slice(1, 4).map((cell) => cell.split('=').at(-1)!.trim()))
    expect(shown).toEqual(parts.map((row) => row.map((part) => (part < 0.001 ? '< 0.001' : part.toFixed(3)))))
  })

  // Simulates the figure in docs/security.md: a year of guessing at one number.
  it.runIf(long)(
    'in a year of guessing at one number, one code is enough for at most 78 guesses',
    async () => {
      const { mobile } = await owner()
      let weighed = 0
      for (let hours = 0; hours < 365 * 24; hours += 12) {
        const from = { ip: newNetwork() }
        if ((await ask(from, mobile)).code === 1)
          for (let i = 0; i < 3; i++) {
            const before = await busyUntil(`number ${mobile}`)
            await enter(from, mobile, wrongSmsCode(newestCode(mobile)))
            if ((await busyUntil(`number ${mobile}`)) > before + 1000) weighed++
          }
        server.clock.advance(12 * 3600)
      }
      expect(weighed).toBeLessThanOrEqual(guessLimits.burst.number + (365 * 86_400) / guessLimits.refillSeconds + 2)
    },
    600_000,
  )
})

describe('networkOf', () => {
  it.each([
    ['203.0.113.9', '203.0.113.0/24'],
    ['::ffff:203.0.113.200', '203.0.113.0/24'],
    ['2001:db8:1:2::5', '2001:db8:1::/48'],
    ['2001:0DB8:0001:ffff:1:2:3:4', '2001:db8:1::/48'],
    ['::1', '0:0:0::/48'],
    ['2001:db8::', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
  ])('the network of the address %s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network)
  })
})
