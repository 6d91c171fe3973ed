import * as z from 'zod'
import { call, calls } from '../../call'
import { Done, Ordinal, UnixSeconds } from '../../shapes'
import { optionsOf, type SiteOptionKey } from '../../site-options'
import { After, cursorPageSchema } from './shapes'

/** Load of a server process at its last report. */
const ServerProcess = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  startedAt: UnixSeconds,
  seenAt: UnixSeconds,
  /** Whether the process has missed several reports. */
  silent: z.boolean(),
  /** Event loop delay, 99th percentile since the previous report. */
  loopDelayMs: z.int(),
  memoryBytes: z.int(),
  connections: z.object({ used: z.int(), waiting: z.int(), max: z.int() }),
  /** Students' programs: running, queued, and the maximum number at once. */
  runs: z.object({ running: z.int(), waiting: z.int(), slots: z.int() }),
  disk: z.object({ freeBytes: z.int(), bytes: z.int() }),
})
export type ServerProcess = z.infer<typeof ServerProcess>

const ServiceState = z.object({
  service: z.enum(['sms', 'payment', 'ai']),
  name: z.string(),
  /** Which provider is configured: 「阿里云」, 「未配置」. */
  provider: z.string(),
  /** Number of errors during the last 24 hours. */
  errors: z.int(),
  lastAt: UnixSeconds.nullable(),
  /** Last error message, without personal data. */
  lastMessage: z.string(),
})
export type ServiceState = z.infer<typeof ServiceState>

const SiteHealth = z.object({
  /** Time at which these values were read. */
  at: UnixSeconds,
  servers: z.array(ServerProcess),
  jobs: z.object({
    /** Due and not started. */
    waiting: z.int(),
    running: z.int(),
    /** Failed and due again. */
    retrying: z.int(),
    /** Failed too often and not retried any more. */
    failed: z.int(),
    /** When the oldest waiting job was due. */
    oldestDueAt: UnixSeconds.nullable(),
    /** Programs of exams and practices that wait to be graded. */
    grading: z.int(),
  }),
  /** Measured every ten minutes; null before the first measurement. */
  storage: z
    .object({
      at: UnixSeconds,
      /** 「本机文件夹」 or 「对象存储」. */
      place: z.string(),
      databaseBytes: z.int(),
      files: z.int(),
      fileBytes: z.int(),
    })
    .nullable(),
  /** Null before the first backup. */
  backup: z.object({ at: UnixSeconds, file: z.string(), bytes: z.int(), seconds: z.int() }).nullable(),
  services: z.array(ServiceState),
})
export type SiteHealth = z.infer<typeof SiteHealth>

const FailedJob = z.object({
  id: z.int(),
  kind: z.string(),
  kindName: z.string(),
  /** `failed`: not retried any more. `retrying`: retried automatically. */
  state: z.enum(['failed', 'retrying']),
  attempts: z.int(),
  /** `error`: first line; `detail`: whole text. Personal values are masked. */
  error: z.string(),
  detail: z.string(),
  createdAt: UnixSeconds,
  /** Time of the last failure; null while the job is still retried. */
  failedAt: UnixSeconds.nullable(),
  /** Time of the next retry; null if there is none. */
  nextAt: UnixSeconds.nullable(),
})
export type FailedJob = z.infer<typeof FailedJob>

const OptionValue = z.union([z.boolean(), z.int().min(0).max(1_000_000), z.string().trim().max(200)])

const SettingState = z.object({
  key: z.string(),
  value: OptionValue,
  /** Value that applies if none is set in the console. */
  fallback: OptionValue,
  /** Whether a value is set in the console. */
  isSet: z.boolean(),
  /** Whether an environment variable sets the value again at every start. */
  overridden: z.boolean(),
  /** Whether the requesting person may change the setting. */
  changeable: z.boolean(),
})
export type SettingState = z.infer<typeof SettingState>

const change = <K extends SiteOptionKey>(keys: readonly K[]) =>
  z.object({
    key: z.enum(keys as readonly [K, ...K[]], { error: '没有这项设置' }),
    value: OptionValue,
    /** Value shown to the staff member: if it is no longer current, the change is refused. */
    seen: OptionValue,
  })

export const site = calls({
  'GET /staff/v1/site_health': call({
    access: { staff: 'site.health', quiet: true },
    source: 'added',
    summary: '站点状态：服务器、任务、存储、备份、外部服务；页面定时询问，不延长登录',
    input: z.object({}),
    data: SiteHealth,
  }),
  'GET /staff/v1/job_list': call({
    access: { staff: 'site.health' },
    source: 'added',
    summary: '失败和正在重试的任务，最新的在前',
    input: After.extend({ state: z.enum(['failed', 'retrying']).default('failed') }),
    data: cursorPageSchema(FailedJob),
  }),
  'POST /staff/v1/job_retry': call({
    access: { staff: 'site.health' },
    source: 'added',
    writes: 'natural',
    summary: '重试任务：马上再运行一次',
    input: z.object({ id: Ordinal }),
    data: Done,
    errors: ['job-not-found', 'job-running'],
  }),
  'GET /staff/v1/site_settings': call({
    access: { staff: 'site.manage' },
    source: 'added',
    summary: '运行中可以改的设置，以及只读的环境变量（不含密钥）',
    input: z.object({}),
    data: z.object({
      settings: z.array(SettingState),
      environment: z.array(z.object({ name: z.string(), value: z.string(), note: z.string() })),
      /** Maximum number of seconds until a change takes effect on all servers. */
      effectSeconds: z.int(),
    }),
  }),
  'POST /staff/v1/setting_change': call({
    access: { staff: 'site.manage' },
    source: 'added',
    writes: 'natural',
    summary: '修改运营设置',
    input: change(optionsOf('site.manage')),
    data: SettingState,
    errors: ['setting-refused', 'setting-changed'],
  }),
  'POST /staff/v1/rule_change': call({
    access: { staff: 'site.rules', fresh: true },
    source: 'added',
    writes: 'natural',
    summary: '修改资金与安全规则',
    input: change(optionsOf('site.rules')),
    data: SettingState,
    errors: ['setting-refused', 'setting-changed'],
  }),
})
