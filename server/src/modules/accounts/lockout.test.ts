import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app'
import { newMobile, wrongSmsCode } from '../../testing/sms-codes'
import { type ClientLocation, newDevice, newNetwork, UnknownClients } from './unknown-clients.fixture'

let server: TestApp
let ask: UnknownClients['ask']
let enter: UnknownClients['enter']
let exhaustNumber: UnknownClients['exhaustNumber']
let guessPassword: UnknownClients['guessPassword']
let newestCode: UnknownClients['newestCode']
let owner: UnknownClients['owner']
let send: UnknownClients['send']
let slider: UnknownClients['slider']
beforeAll(async () => {
  server = await startTestApp({ trustProxy: ['127.0.0.1'] })
  ;({ ask, enter, exhaustNumber, guessPassword, newestCode, owner, send, slider } = new UnknownClients(server))
})
afterAll(() => server.close())

describe('lock-out attacks', () => {
  it('wrong passwords from many networks do not block a known device', async () => {
    const { mobile, home } = await owner()
    for (let network = 0; network < 12; network++) {
      const from = { ip: newNetwork() }
      for (let i = 0; i < 10; i++) await guessPassword(from, mobile, `guess-${network}-${i}`)
    }
    expect(await guessPassword({ ip: newNetwork() }, mobile, 'Study2026')).toMatchObject({ code: 429 })
    const answer = await send(home, 'POST /v1/login_password', { mobile, password: 'Study2026' })
    expect(answer).toMatchObject({ code: 1 })
    // The known device is not blocked on another network either.
    expect(
      await send({ ...home, ip: newNetwork() }, 'POST /v1/login_password', { mobile, password: 'Study2026' }),
    ).toMatchObject({ code: 1 })
  })

  it('wrong passwords from one network do not block other networks, known or unknown', async () => {
    const { mobile } = await owner()
    const attacker = newNetwork()
    // New device secrets do not help the attacker, because the network is counted too.
    for (let i = 0; i < 15; i++) await guessPassword({ ip: attacker, device: newDevice() }, mobile, `guess-${i}`)
    expect(await guessPassword({ ip: attacker, device: newDevice() }, mobile, 'Study2026')).toMatchObject({ code: 429 })
    expect(await guessPassword({ ip: newNetwork() }, mobile, 'Study2026')).toMatchObject({ code: 1 })
    for (let i = 0; i < 6; i++) {
      await ask({ ip: attacker, device: newDevice() }, mobile)
      server.clock.advance(3600)
    }
    expect(await ask({ ip: attacker }, mobile)).toMatchObject({ code: 429 })
    const elsewhere = { ip: newNetwork() }
    expect(await ask(elsewhere, mobile)).toMatchObject({ code: 1 })
    expect(await enter(elsewhere, mobile, newestCode(mobile))).toMatchObject({ code: 1 })
  })

  it("exhausting a number's codes neither blocks a known device nor replaces or uses up its code", async () => {
    const { mobile, home } = await owner()
    for (let i = 0; i < 12; i++) {
      await ask({ ip: newNetwork() }, mobile)
      server.clock.advance(1000)
    }
    expect(await ask({ ip: newNetwork() }, mobile)).toMatchObject({ code: 429 })
    expect(await ask(home, mobile)).toMatchObject({ code: 1 })
    const code = newestCode(mobile)
    // Guesses of other devices count for their own codes only.
    for (let i = 0; i < 5; i++) await enter({ ip: newNetwork(), device: newDevice() }, mobile, wrongSmsCode(code))
    await enter({ ip: home.ip, device: newDevice() }, mobile, code)
    expect(await enter(home, mobile, code)).toMatchObject({ code: 1 })
  })

  it("a code requested by another client right after the owner does not replace the owner's code", async () => {
    const { mobile, home } = await owner()
    expect(await ask(home, mobile)).toMatchObject({ code: 1 })
    const code = newestCode(mobile)
    expect(await ask({ ip: newNetwork() }, mobile)).toMatchObject({ code: 1 })
    expect(await enter(home, mobile, code)).toMatchObject({ code: 1 })
  })

  it('with the guess budget exhausted, the owner can log in with two codes in a row, on any device', async () => {
    const { mobile, home } = await owner()
    await exhaustNumber(mobile)
    for (const from of [home, { ip: newNetwork() }]) {
      expect(await ask(from, mobile)).toMatchObject({ code: 1 })
      const first = newestCode(mobile)
      expect(await enter(from, mobile, first)).toMatchObject({ code: 0, data: { error: 'code-again' } })
      const second = newestCode(mobile)
      if (first !== second) expect(await enter(from, mobile, first)).toMatchObject({ data: { error: 'code-wrong' } })
      expect(await enter(from, mobile, second)).toMatchObject({ code: 1 })
      server.clock.advance(60)
    }
  })

  it('treats a forged device secret as that of an unknown device', async () => {
    const { id, mobile, home } = await owner()
    const { device_hash: hash } = await server.db
      .selectFrom('known_devices')
      .select('device_hash')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    const forged = [hash, `${home.device}x`, home.device.slice(1), home.device.toUpperCase(), 'null', '']
    for (let i = 0; i < 11; i++) {
      await ask({ ip: newNetwork() }, mobile)
      server.clock.advance(1000)
    }
    for (const device of forged)
      expect(await ask({ ip: newNetwork(), device }, mobile), device).toMatchObject({ code: 429 })
    // A device known to another account is unknown to this number.
    const other = await owner()
    expect(await ask(other.home, mobile)).toMatchObject({ code: 429 })
  })

  it("removing another account's known devices beyond 20 does not remove a user's own", async () => {
    const { id, mobile } = await owner()
    const { mobile: others, id: otherId } = await owner()
    const now = server.clock.now()
    const devices = (userId: number, count: number, at: number) =>
      Array.from({ length: count }, (_, i) => ({ user_id: userId, device_hash: newDevice(), last_login_at: at + i }))
    const [first, second] = [devices(id, 5, now - 1000), devices(otherId, 24, now - 100)]
    await server.db
      .insertInto('known_devices')
      .values([...first, ...second])
      .execute()
    const known = async (userId: number) =>
      (await server.db.selectFrom('known_devices').select('device_hash').where('user_id', '=', userId).execute()).length
    const device = { ip: newNetwork(), device: newDevice() }
    expect(await guessPassword(device, others, 'Study2026')).toMatchObject({ code: 1 })
    expect([await known(id), await known(otherId)]).toEqual([6, 20])
    expect(await guessPassword({ ...device, device: newDevice() }, mobile, 'Study2026')).toMatchObject({ code: 1 })
    expect([await known(id), await known(otherId)]).toEqual([7, 20])
  })

  it("resetting another account's password does not remove a user's known devices", async () => {
    const { id, home } = await owner()
    const other = await owner()
    const known = async (userId: number) =>
      (await server.db.selectFrom('known_devices').select('device_hash').where('user_id', '=', userId).execute()).length
    expect([await known(id), await known(other.id)]).toEqual([1, 1])
    const elsewhere = { ip: home.ip, device: newDevice() }
    expect(await ask(elsewhere, other.mobile, 'find')).toMatchObject({ code: 1 })
    await expect.poll(() => server.env.sms.sent!()[0]).toMatchObject({ mobile: other.mobile, scene: 'find' })
    const code = newestCode(other.mobile)
    const found = await send(elsewhere, 'POST /v1/check_code', { mobile: other.mobile, scene: 'find', code })
    const { ticket } = found.data as { ticket: string }
    expect(await send(elsewhere, 'POST /v1/user_find_password', { ticket, password: 'Other2027' })).toMatchObject({
      code: 1,
    })
    expect([await known(id), await known(other.id)]).toEqual([1, 0])
  })

  it('clients with the same IP address cannot use up the WeChat and QR logins of a known device of their network', async () => {
    const { home } = await owner()
    const stranger = { ip: home.ip, device: newDevice() }
    const now = server.clock.now()
    await server.db
      .insertInto('rate_counters')
      .values([
        { name: 'wechat_login address', subject: home.ip, window_start: now - (now % 900), count: 600 },
        { name: 'login_qr_create address', subject: home.ip, window_start: now - (now % 600), count: 1200 },
      ])
      .execute()
    const wechat = (from: ClientLocation) => send(from, 'POST /v130/wechat_login', { app: 'web', code: 'none' })
    expect(await send(stranger, 'POST /v1/login_qr_create', {})).toMatchObject({ code: 429 })
    expect(await wechat(stranger)).toMatchObject({ code: 429 })
    expect(await send(home, 'POST /v1/login_qr_create', {})).toMatchObject({ code: 1 })
    expect((await wechat(home)).code).not.toBe(429)
    // A known device has its own limit of 60.
    for (let i = 0; i < 60; i++) await send(home, 'POST /v1/login_qr_create', {})
    expect(await send(home, 'POST /v1/login_qr_create', {})).toMatchObject({ code: 429 })
  })

  it('a device logged out by the owner is no longer known', async () => {
    const { id, mobile, home } = await owner()
    const me = await server.as({ id })
    const [thrown] = (await me.call('GET /v1/device_list', {})).filter(({ current }) => !current)
    await me.call('POST /v1/device_revoke', { id: thrown!.id })
    for (let i = 0; i < 11; i++) {
      await ask({ ip: newNetwork() }, mobile)
      server.clock.advance(1000)
    }
    expect(await ask(home, mobile)).toMatchObject({ code: 429 })
  })
})

describe('the slider check', () => {
  it('the slider check is required after three wrong passwords, and for a new code if the last one was not used', async () => {
    const { mobile } = await owner()
    const from = { ip: newNetwork() }
    for (let i = 0; i < 3; i++)
      expect(await send(from, 'POST /v1/login_password', { mobile, password: `no${i}` })).toMatchObject({
        data: { error: 'login-failed' },
      })
    const needs = { code: 0, data: { error: 'slider-required' } }
    expect(await send(from, 'POST /v1/login_password', { mobile, password: 'Study2026' })).toMatchObject(needs)
    // The slider check is required from other networks too, because the wrong passwords also count per number.
    expect(
      await send({ ip: newNetwork() }, 'POST /v1/login_password', { mobile, password: 'Study2026' }),
    ).toMatchObject(needs)
    expect(await send(from, 'POST /v1/send_code', { mobile, scene: 'login' })).toMatchObject({ code: 1 })
    server.clock.advance(60)
    expect(await send(from, 'POST /v1/send_code', { mobile, scene: 'login' })).toMatchObject(needs)
    expect(await ask(from, mobile)).toMatchObject({ code: 1 })
    expect(await enter(from, mobile, newestCode(mobile))).toMatchObject({ code: 1 })
    // The last code was used, so the next one needs no slider check.
    server.clock.advance(60)
    expect(await send(from, 'POST /v1/send_code', { mobile, scene: 'login' })).toMatchObject({ code: 1 })
  })

  it('at most three of 12 parallel wrong passwords pass without the slider check', async () => {
    const { mobile } = await owner()
    const from = { ip: newNetwork() }
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => send(from, 'POST /v1/login_password', { mobile, password: `no${i}` })),
    )
    expect(answers.filter(({ data }) => data.error === 'login-failed').length).toBeLessThanOrEqual(3)
  })

  it('the slider check is valid once, only for the client that solved it, and for two minutes', async () => {
    const mobile = newMobile()
    const from = { ip: newNetwork(), device: newDevice() }
    await ask(from, mobile)
    server.clock.advance(60)
    const pass = await slider(from)
    const use = (place: ClientLocation, value = pass) =>
      send(place, 'POST /v1/send_code', { mobile, scene: 'login', slider: value })
    const needs = { data: { error: 'slider-required' } }
    expect(await use({ ...from, device: newDevice() })).toMatchObject(needs)
    expect(await use({ ip: from.ip })).toMatchObject(needs)
    expect(await use({ ...from, ip: newNetwork() })).toMatchObject(needs)
    expect(await use(from, `${pass}x`)).toMatchObject(needs)
    const both = await Promise.all([use(from), use(from)])
    expect(both.filter(({ code }) => code === 1)).toHaveLength(1)
    server.clock.advance(60)
    expect(await use(from)).toMatchObject(needs)
    const late = await slider(from)
    server.clock.advance(121)
    expect(await use(from, late)).toMatchObject(needs)
  })

  it('the slider check expires after three misses and cannot be solved twice or by another client', async () => {
    const from = { ip: newNetwork() }
    const create = async () =>
      (await send(from, 'POST /v1/slider_create', {})).data as { id: string; target: number; max: number }
    const check = (id: string, position: number, place: ClientLocation = from) =>
      send(place, 'POST /v1/slider_check', { id, position })
    const one = await create()
    for (let i = 0; i < 3; i++)
      expect(await check(one.id, one.target - 10)).toMatchObject({ data: { error: 'slider-wrong' } })
    expect(await check(one.id, one.target)).toMatchObject({ data: { error: 'slider-expired' } })
    const two = await create()
    expect(await check(two.id, two.target, { ip: newNetwork() })).toMatchObject({ data: { error: 'slider-expired' } })
    const solved = await Promise.all([check(two.id, two.target), check(two.id, two.target)])
    expect(solved.filter(({ code }) => code === 1)).toHaveLength(1)
  })
})
