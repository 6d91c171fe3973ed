import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app'
import type { Client } from '../../testing/client'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ publicUrl: 'https://study.example.cn' })
})
afterAll(() => server.close())

const create = () =>
  server.guest.call(
    'POST /v1/login_qr_create',
    {},
    { headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/130' } },
  )
const poll = ({ id, secret }: { id: string; secret: string }) =>
  server.guest.call('GET /v1/login_qr_poll', { id, secret })
const act = (client: Client, id: string, action: 'scan' | 'confirm' | 'refuse') =>
  client.send('POST /v1/authorize_login_qr_code', { id, action })

it('the phone receives device, region and time of a QR login; confirming logs in the browser once', async () => {
  const qr = await create()
  expect(qr).toMatchObject({
    url: `https://study.example.cn/#/pages/login/scan?id=${qr.id}`,
    expiresAt: server.clock.now() + 120,
  })
  expect(qr.url).not.toContain(qr.secret)
  expect(await poll(qr)).toEqual({ state: 'waiting', login: null })
  const user = await server.createUser()
  const phone = await server.as(user)
  expect(await act(phone, qr.id, 'scan')).toMatchObject({
    data: {
      device: 'Windows 电脑 · Firefox',
      place: '本地网络（IP 127.0.*.*）',
      createdAt: server.clock.now(),
      state: 'scanned',
    },
  })
  expect(await poll(qr)).toEqual({ state: 'scanned', login: null })
  expect(await act(phone, qr.id, 'confirm')).toMatchObject({ data: { state: 'confirmed' } })
  expect(await act(phone, qr.id, 'confirm')).toMatchObject({ data: { state: 'confirmed' } })
  const answers = await Promise.all(Array.from({ length: 12 }, () => poll(qr)))
  const logins = answers.filter(({ login }) => login !== null)
  expect(logins).toHaveLength(1)
  expect(logins[0]!.login).toMatchObject({ userinfo: { id: user.uid }, isNew: false })
  expect(await poll(qr)).toEqual({ state: 'expired', login: null })
})

it('a browser with another secret cannot obtain a confirmed QR login', async () => {
  const qr = await create()
  const user = await server.createUser()
  const phone = await server.as(user)
  await act(phone, qr.id, 'scan')
  await act(phone, qr.id, 'confirm')
  expect(await poll({ id: qr.id, secret: (await create()).secret })).toEqual({ state: 'expired', login: null })
  expect(await poll(qr)).toMatchObject({ login: { userinfo: { id: user.uid } } })
})

it('a confirmed QR login expires if the account is closed before the browser polls', async () => {
  const qr = await create()
  const user = await server.createUser()
  const phone = await server.as(user)
  for (const action of ['scan', 'confirm'] as const) await act(phone, qr.id, action)
  await server.db.updateTable('users').set({ closed_at: server.clock.now() }).where('id', '=', user.id).execute()
  expect(await poll(qr)).toEqual({ state: 'expired', login: null })
})

it('a second user cannot confirm a QR code that the first has scanned', async () => {
  const qr = await create()
  const [first, second] = [await server.as(), await server.as()]
  await act(first, qr.id, 'scan')
  for (const action of ['scan', 'confirm', 'refuse'] as const)
    expect(await act(second, qr.id, action)).toMatchObject({ data: { error: 'qr-taken' } })
  expect(await poll(qr)).toMatchObject({ state: 'scanned' })
})

it('a QR login cannot be confirmed before scanning, after a refusal or after two minutes', async () => {
  const phone = await server.as()
  const unseen = await create()
  expect(await act(phone, unseen.id, 'confirm')).toMatchObject({ data: { error: 'qr-expired' } })
  const refused = await create()
  await act(phone, refused.id, 'scan')
  expect(await act(phone, refused.id, 'refuse')).toMatchObject({ data: { state: 'refused' } })
  expect(await poll(refused)).toEqual({ state: 'refused', login: null })
  expect(await act(phone, refused.id, 'confirm')).toMatchObject({ data: { error: 'qr-expired' } })
  const late = await create()
  await act(phone, late.id, 'scan')
  await act(phone, late.id, 'confirm')
  server.clock.advance(120)
  expect(await poll(late)).toEqual({ state: 'expired', login: null })
  expect(await act(phone, late.id, 'scan')).toMatchObject({ data: { error: 'qr-expired' } })
})

it('rejects confirmation by a guest and reports unknown QR codes as expired', async () => {
  const { id } = await create()
  expect(await act(server.guest, id, 'confirm')).toMatchObject({ code: 3 })
  const unknown = '00000000-0000-4000-8000-000000000000'
  expect(await act(await server.as(), unknown, 'scan')).toMatchObject({ data: { error: 'qr-expired' } })
  expect(await poll({ id: unknown, secret: 'x' })).toMatchObject({ state: 'expired' })
})
