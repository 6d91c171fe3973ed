import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { allSiteOptions } from '@dxx/contract/site-options'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AiError } from '../../adapters/ai/ai'
import { ChannelError, ForgedNotice, NumberUsed, type PaymentChannel } from '../../adapters/payment/payment'
import { ServiceErrors } from '../../adapters/service-errors/service-errors'
import { watchAi, watchPayments, watchSms } from '../../adapters/service-errors/watch'
import { type Sms, SmsError } from '../../adapters/sms/sms'
import { purgeExpired } from '../../jobs/purge-expired'
import { enqueue } from '../../jobs/queue'
import { startWorker } from '../../jobs/worker'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import type { Client } from '../../testing/client'
import { asStaff, createStaff } from '../../testing/staff'
import { saveFact } from './facts'
import { siteJobs } from './jobs'
import { processReport } from './process-report'

let app: TestApp
let people: { owner: { id: number }; operator: { id: number } }
let owner: Client
let operator: Client
beforeAll(async () => {
  app = await startTestApp({ dataDir: tmpdir() })
  people = { owner: await createStaff(app, 'owner'), operator: await createStaff(app, 'operator') }
})
/** Sets the clock and opens new staff sessions, because idle sessions end. */
const goTo = async (now: number) => {
  app.clock.set(now)
  owner = await asStaff(app, people.owner)
  operator = await asStaff(app, people.operator)
}
beforeEach(() => goTo(testStart))
afterAll(() => app.close())

const health = () => owner.call('GET /staff/v1/site_health', {})
const lastAudit = async () =>
  app.db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

describe('processes', () => {
  it('a process is listed with its load, shown as silent when its reports stop, and removed when it ends', async () => {
    const end = processReport(app.env).start()
    await expect.poll(async () => (await health()).servers.length).toBe(1)
    const [server] = (await health()).servers
    expect(server).toMatchObject({ pid: process.pid, startedAt: testStart, seenAt: testStart, silent: false })
    expect(server!.memoryBytes).toBeGreaterThan(10_000_000)
    expect(server!.disk.bytes).toBeGreaterThan(server!.disk.freeBytes)
    expect(server!.connections.max).toBe(10)
    expect(server!.runs).toMatchObject({ running: 0, waiting: 0 })
    await goTo(testStart + 31)
    // The process may have reported again since the clock changed, so the time of the report is set back.
    await app.db.updateTable('server_processes').set({ seen_at: testStart }).execute()
    expect((await health()).servers[0]!.silent).toBe(true)
    await end()
    expect((await health()).servers).toEqual([])
  })

  it('a process that was killed is no longer listed after a day, and its row is deleted', async () => {
    await processReport(app.env).report()
    await goTo(testStart + 86_401)
    expect((await health()).servers).toEqual([])
    await purgeExpired({ db: app.db, clock: app.clock, log: app.env.log }, {})
    expect(await app.db.selectFrom('server_processes').select('id').execute()).toEqual([])
  })
})

describe('errors of external services', () => {
  const failing = (error: Error): Sms => ({ send: () => Promise.reject(error) })
  const message = { mobile: '13912345678', code: '123456', scene: 'login' as const }

  it('counts errors by service for 24 hours, and shows the last message without personal data', async () => {
    const { serviceErrors } = app.env
    const sms = watchSms(failing(new SmsError('failed', 'no balance for 13912345678, token=abcdef123')), serviceErrors)
    await expect(sms.send(message)).rejects.toThrow(SmsError)
    await expect(sms.send(message)).rejects.toThrow(SmsError)
    const ill = watchSms(failing(new SmsError('number', 'not a number')), serviceErrors)
    await expect(ill.send(message)).rejects.toThrow(SmsError)
    await processReport(app.env).report()
    await goTo(testStart + 3600)
    await expect(sms.send(message)).rejects.toThrow(SmsError)
    await processReport(app.env).report()
    const found = (await health()).services.find(({ service }) => service === 'sms')
    expect(found).toEqual({
      service: 'sms',
      name: '短信',
      provider: '不发送，只显示',
      errors: 3,
      lastAt: testStart + 3600,
      lastMessage: 'no balance for 139****5678, token=***',
    })
    await goTo(testStart + 86_400 + 3599)
    expect((await health()).services.find(({ service }) => service === 'sms')!.errors).toBe(1)
    await app.db.deleteFrom('server_processes').execute()
  })

  it('watchPayments passes results and errors through; NumberUsed is not counted as an error', async () => {
    const errors = new ServiceErrors(app.clock)
    const rejecting = async () => Promise.reject(new ChannelError('the service is down'))
    const channel = {
      prepay: () => Promise.reject(new NumberUsed('used')),
      query: async () => ({ state: 'open' }),
      close: rejecting,
      refund: rejecting,
      queryRefund: rejecting,
      readNotice: () => {
        throw new ForgedNotice('wrong signature')
      },
    } as unknown as PaymentChannel
    const watched = watchPayments({ test: channel }, errors).test!
    await expect(watched.query('1')).resolves.toEqual({ state: 'open' })
    await expect(watched.prepay({} as never)).rejects.toThrow(NumberUsed)
    expect(errors.take()).toEqual([])
    await expect(watched.close('1')).rejects.toThrow(ChannelError)
    expect(() => watched.readNotice(Buffer.alloc(0), {}, 0)).toThrow(ForgedNotice)
    expect(errors.take()).toMatchObject([{ service: 'payment', count: 2, lastMessage: 'wrong signature' }])
    expect(watchPayments({}, errors)).toEqual({})
  })

  it('watchAi counts an answer that breaks off as an error, but not one that the user stopped', async () => {
    const errors = new ServiceErrors(app.clock)
    const model = watchAi(
      {
        model: 'simulated',
        async *write() {
          yield 'a'
          throw new AiError('cut', 'broke off')
        },
      },
      errors,
    )!
    const read = async (signal: AbortSignal) => {
      const pieces: string[] = []
      for await (const piece of model.write([], signal)) pieces.push(piece)
      return pieces
    }
    await expect(read(new AbortController().signal)).rejects.toThrow('broke off')
    await expect(read(AbortSignal.abort())).rejects.toThrow('broke off')
    expect(errors.take()).toMatchObject([{ service: 'ai', count: 1 }])
    expect(watchAi(null, errors)).toBeNull()
  })

  it('putBack adds error counts that could not be stored to the newer counts', () => {
    const errors = new ServiceErrors(app.clock)
    errors.add('sms', new Error('first'))
    const taken = errors.take()
    errors.add('sms', new Error('second'))
    errors.putBack(taken)
    expect(errors.take()).toMatchObject([{ count: 2, lastMessage: 'second' }])
  })
})

describe('jobs', () => {
  const run = async (handlers: Parameters<typeof startWorker>[0]['handlers']) => {
    const worker = startWorker({ db: app.db, clock: app.clock, log: app.env.log, handlers })
    await worker.runDue()
    await worker.stop()
  }
  const failing = () => Promise.reject(new Error('no route to 13912345678'))

  it('counts jobs, lists errors without personal data; job_retry runs a job again with an audit entry', async () => {
    await enqueue(app.db, 'send_refund', {}, { runAt: testStart, uniqueKey: 'refund 1' })
    await enqueue(app.db, 'clean', {}, { runAt: testStart + 100 })
    expect((await health()).jobs).toMatchObject({ waiting: 1, running: 0, failed: 0, oldestDueAt: testStart })
    for (let attempt = 0; attempt < 8; attempt++) {
      await run({ send_refund: failing })
      await goTo(app.clock.now() + 3600)
    }
    expect((await health()).jobs).toMatchObject({ failed: 1, retrying: 0 })
    const { list, total } = await owner.call('GET /staff/v1/job_list', {})
    expect(total).toBe(1)
    expect(list[0]).toMatchObject({
      kind: 'send_refund',
      kindName: '发出退款',
      state: 'failed',
      attempts: 8,
      nextAt: null,
    })
    expect(list[0]!.error).toBe('Error: no route to 139****5678')
    expect(list[0]!.detail).not.toContain('13912345678')

    await owner.call('POST /staff/v1/job_retry', { id: list[0]!.id })
    expect(await lastAudit()).toMatchObject({
      call: 'job_retry',
      target_kind: 'job',
      target_name: '发出退款',
      before: { state: '失败', attempts: 8 },
      after: { state: '排队' },
    })
    let ran = 0
    await run({ send_refund: async () => void ran++ })
    expect(ran).toBe(1)
    expect((await health()).jobs.failed).toBe(0)
    const again = await owner.send('POST /staff/v1/job_retry', { id: list[0]!.id })
    expect(again.data.error).toBe('job-not-found')
  })

  it('job_retry deletes a failed job if a job with the same key was queued meanwhile', async () => {
    const base = { kind: 'send_refund', payload: '{}', run_at: testStart, unique_key: 'refund 2', attempts: 8 }
    const failed = await app.db
      .insertInto('jobs')
      .values({ ...base, failed_at: testStart, last_error: 'Error: x' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(app.db, 'send_refund', {}, { runAt: testStart + 1e6, uniqueKey: 'refund 2' })
    await owner.call('POST /staff/v1/job_retry', { id: failed.id })
    const rows = await app.db
      .selectFrom('jobs')
      .select(['id', 'failed_at'])
      .where('unique_key', '=', 'refund 2')
      .execute()
    expect(rows).toMatchObject([{ failed_at: null }])
    expect(rows[0]!.id).not.toBe(failed.id)
    expect((await lastAudit()).after).toEqual({ state: '由排队中的同一任务代替' })
  })

  it('job_retry runs a job at once that waits for its next try, and refuses a job that is running', async () => {
    await enqueue(app.db, 'erase_account', {}, { runAt: testStart })
    await run({ erase_account: failing })
    const { list } = await owner.call('GET /staff/v1/job_list', { state: 'retrying' })
    const [job] = list
    expect(job).toMatchObject({ state: 'retrying', failedAt: null, attempts: 1 })
    expect(job!.nextAt).toBeGreaterThan(app.clock.now())
    await app.db
      .updateTable('jobs')
      .set({ locked_until: app.clock.now() + 60 })
      .where('id', '=', job!.id)
      .execute()
    expect((await owner.send('POST /staff/v1/job_retry', { id: job!.id })).data.error).toBe('job-running')
    await app.db.updateTable('jobs').set({ locked_until: null }).where('id', '=', job!.id).execute()
    await owner.call('POST /staff/v1/job_retry', { id: job!.id })
    let ran = 0
    await run({ erase_account: async () => void ran++ })
    expect(ran).toBe(1)
    expect((await owner.send('GET /staff/v1/job_list', { after: 'x' })).data.error).toBe('invalid-input')
  })

  it('job_list returns failed jobs in pages, newest first', async () => {
    const row = { kind: 'clean', payload: '{}', run_at: 1, failed_at: testStart, last_error: 'x', attempts: 8 }
    await app.db
      .insertInto('jobs')
      .values(Array.from({ length: 5 }, () => row))
      .execute()
    const first = await owner.call('GET /staff/v1/job_list', { limit: 3 })
    const second = await owner.call('GET /staff/v1/job_list', { limit: 3, after: first.next! })
    expect([first.list.length, first.total, second.list.length, second.next]).toEqual([3, 5, 2, null])
    const ids = [...first.list, ...second.list].map(({ id }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    await app.db.deleteFrom('jobs').execute()
  })
})

describe('storage and backup', () => {
  it('storage and backup are unknown at first, then shown with the time of their measurement', async () => {
    expect(await health()).toMatchObject({ storage: null, backup: null })
    await siteJobs.measure_storage({ db: app.db, clock: app.clock, log: app.env.log }, {})
    await saveFact(app.db, 'backup', { file: 'a.dxx', bytes: 10, seconds: 1 }, testStart)
    // A backup that ended earlier is recorded later and must not replace the newer one.
    await saveFact(app.db, 'backup', { file: 'b.dxx', bytes: 10, seconds: 1 }, testStart - 1)
    const { storage, backup } = await health()
    expect(storage).toMatchObject({ at: app.clock.now(), place: '本机文件夹', files: 0, fileBytes: 0 })
    expect(storage!.databaseBytes).toBeGreaterThan(1_000_000)
    expect(backup).toEqual({ at: testStart, file: 'a.dxx', bytes: 10, seconds: 1 })
  })
})

describe('settings', () => {
  const settings = async (client: Client) => (await client.call('GET /staff/v1/site_settings', {})).settings
  const currentValue = async (key: string) => (await settings(owner)).find((one) => one.key === key)!.value

  it('site_settings lists every option; only owners can change rules', async () => {
    expect((await settings(owner)).map(({ key }) => key)).toEqual(allSiteOptions)
    expect((await settings(owner)).every(({ changeable }) => changeable)).toBe(true)
    const open = (await settings(operator)).filter(({ changeable }) => changeable).map(({ key }) => key)
    expect(open).toEqual(['show-book', 'review', 'contact-hours', 'ai-daily-questions'])
    const rule = { key: 'refund-second-person-cents', value: 1_000_000, seen: 50_000 } as const
    expect((await operator.send('POST /staff/v1/rule_change', rule)).data.error).toBe('not-permitted')
    // setting_change does not accept rules.
    expect((await operator.send('POST /staff/v1/setting_change', rule)).data.error).toBe('invalid-input')
    expect(await currentValue('refund-second-person-cents')).toBe(50_000)
  })

  it('rule_change stores the values before and after in the audit; the same value again changes nothing', async () => {
    const key = 'refund-second-person-cents'
    const changed = await owner.call('POST /staff/v1/rule_change', { key, value: 20_000, seen: 50_000 })
    expect(changed).toMatchObject({ value: 20_000, fallback: 50_000, isSet: true })
    const entry = await lastAudit()
    expect(entry).toMatchObject({
      call: 'rule_change',
      target_id: key,
      before: { value: '500.00 元' },
      after: { value: '200.00 元' },
    })
    await owner.call('POST /staff/v1/rule_change', { key, value: 20_000, seen: 50_000 })
    expect((await lastAudit()).id).toBe(entry.id)
  })

  it('rejects a change of a setting that was changed since the caller read it, and returns the current value', async () => {
    const key = 'refund-second-person-cents'
    const late = await owner.send('POST /staff/v1/rule_change', { key, value: 30_000, seen: 50_000 })
    expect(late.data).toMatchObject({ error: 'setting-changed', value: 20_000 })
    expect(late.msg).toContain('200.00 元')
    expect(await currentValue(key)).toBe(20_000)
    const both = await Promise.all(
      [30_000, 40_000].map((value) => owner.send('POST /staff/v1/rule_change', { key, value, seen: 20_000 })),
    )
    expect(both.map(({ code }) => code).filter((code) => code === 1)).toHaveLength(1)
  })

  it.each([
    ['rule_change', 'refund-second-person-cents', 1_000_001],
    ['rule_change', 'refund-second-person-cents', -1],
    ['rule_change', 'card-photo-days', 0],
    ['rule_change', 'card-photo-days', 31],
    ['rule_change', 'staff-rest-days', 6],
    ['rule_change', 'staff-rest-days', 91],
    ['rule_change', 'staff-rest-days', true],
    ['setting_change', 'ai-daily-questions', 0],
    ['setting_change', 'ai-daily-questions', 1.5],
    ['setting_change', 'show-book', 1],
    ['setting_change', 'contact-hours', 'x'.repeat(61)],
    ['setting_change', 'contact-hours', 5],
  ] as const)('%s refuses %s = %s with a message and stores nothing', async (call, key, value) => {
    const before = await currentValue(key)
    const { data, msg } = await owner.send(`POST /staff/v1/${call}`, { key, value, seen: before })
    expect(['setting-refused', 'invalid-input']).toContain(data.error)
    expect(msg).not.toBe('')
    expect(await currentValue(key)).toBe(before)
  })

  it('staff accounts are suspended after the number of days without a login that the setting names', async () => {
    const person = await createStaff(app, 'support', undefined, '久未登录')
    await app.db
      .updateTable('staff_grants')
      .set({ renewed_at: app.clock.now() - 20 * 86_400 })
      .where('user_id', '=', person.id)
      .execute()
    const state = async () =>
      (await owner.call('GET /staff/v1/people_list', { keyword: '久未登录' })).list.map((one) => one.state)
    expect(await state()).toEqual(['live'])
    await owner.call('POST /staff/v1/rule_change', { key: 'staff-rest-days', value: 15, seen: 90 })
    expect(await state()).toEqual(['resting'])
    await owner.call('POST /staff/v1/rule_change', { key: 'staff-rest-days', value: 90, seen: 15 })
    expect(await state()).toEqual(['live'])
  })

  it('setting_change takes effect for students: quota of the AI and switches', async () => {
    const student = await app.as()
    const daily = (await student.call('GET /v1/ai_status', {})).quota
    await operator.call('POST /staff/v1/setting_change', { key: 'ai-daily-questions', value: 3, seen: daily })
    expect(await student.call('GET /v1/ai_status', {})).toMatchObject({ quota: 3, left: 3 })
    await operator.call('POST /staff/v1/setting_change', { key: 'show-book', value: false, seen: true })
    expect(await app.guest.call('GET /v130/gvss', {})).toMatchObject({ showBook: false, review: false })
    await operator.call('POST /staff/v1/setting_change', { key: 'show-book', value: true, seen: false })
  })

  it('a server that has cached the old value of a setting returns the new one after its next report', async () => {
    const hours = async () => (await app.guest.call('GET /v1/get_config', {})).contact.hours
    const report = processReport(app.env)
    await report.report()
    expect(await hours()).toBe('')
    await operator.call('POST /staff/v1/setting_change', { key: 'contact-hours', value: ' 每天 9:00–18:00 ', seen: '' })
    expect(await hours()).toBe('')
    await report.report()
    expect(await hours()).toBe('每天 9:00–18:00')
    // An empty value restores the value of the environment.
    const back = { key: 'contact-hours', value: '', seen: '每天 9:00–18:00' } as const
    expect(await operator.call('POST /staff/v1/setting_change', back)).toMatchObject({ value: '' })
  })

  it('site_settings returns settings of the environment without secrets', async () => {
    const secret = randomUUID()
    const other = await startTestApp({
      secret,
      metricsToken: secret,
      databaseUrl: `postgres://user:${secret}@host/db`,
      sms: { kind: 'aliyun', endpoint: '', keyId: secret, keySecret: secret, sign: '', template: '' },
      storage: {
        kind: 's3',
        endpoint: 'https://files.example.cn',
        bucket: '',
        region: '',
        accessKey: secret,
        secretKey: secret,
      },
    })
    const client = await asStaff(other, await createStaff(other, 'operator'))
    const text = await (await client.fetch('GET /staff/v1/site_settings', {})).text()
    expect(text).toContain('aliyun')
    expect(text).not.toContain(secret)
    await other.close()
  })
})
