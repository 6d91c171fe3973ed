import type { ServerProcess, SiteHealth } from '@dxx/contract/calls/staff/site'
import { expect, it } from 'vitest'
import { problemsOf } from './problems'

const server: ServerProcess = {
  id: 'a',
  host: 'one',
  pid: 1,
  version: '1',
  startedAt: 0,
  seenAt: 1_000_000,
  silent: false,
  loopDelayMs: 20,
  memoryBytes: 1,
  connections: { used: 1, waiting: 0, max: 10 },
  runs: { running: 0, waiting: 0, slots: 2 },
  disk: { freeBytes: 50, bytes: 100 },
}

const well: SiteHealth = {
  at: 1_000_000,
  servers: [server],
  jobs: { waiting: 0, running: 1, retrying: 0, failed: 0, oldestDueAt: null, grading: 0 },
  storage: null,
  backup: { at: 990_000, file: 'a', bytes: 1, seconds: 1 },
  services: [{ service: 'sms', name: '短信', provider: '', errors: 0, lastAt: null, lastMessage: '' }],
}

it('problemsOf reports no problem for a healthy site', () => {
  expect(problemsOf(well)).toEqual([])
})

it.each<[Partial<SiteHealth>, string]>([
  [{ servers: [{ ...server, silent: true }] }, '1 个服务器进程失联'],
  [{ servers: [{ ...server, disk: { freeBytes: 9, bytes: 100 } }] }, '1 个服务器的磁盘剩余不到一成'],
  [{ servers: [{ ...server, loopDelayMs: 900 }] }, '1 个服务器响应迟缓'],
  [{ jobs: { ...well.jobs, failed: 2 } }, '2 个任务失败'],
  [{ jobs: { ...well.jobs, oldestDueAt: 1_000_000 - 301 } }, '有任务等了 5 分钟以上'],
  [{ backup: null }, '还没有备份过'],
  [{ backup: { at: 1_000_000 - 27 * 3600, file: '', bytes: 1, seconds: 1 } }, '超过一天没有备份'],
  [{ services: [{ ...well.services[0]!, errors: 3 }] }, '短信出错 3 次'],
])('problemsOf reports for %j the problem %s', (change, problem) => {
  expect(problemsOf({ ...well, ...change })).toEqual([problem])
})
