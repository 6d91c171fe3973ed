import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import * as z from 'zod'
import { type AiSettings, aiEnvironment, readAi } from './adapters/ai/settings'
import { type PaymentSettings, paymentEnvironment, readPayment } from './adapters/payment/settings'
import { type RunnerKind, runnerKinds } from './adapters/runner/create'
import type { SmsSettings } from './adapters/sms/sms'
import type { StorageSettings } from './adapters/storage/create'
import type { WechatSettings } from './adapters/wechat/settings'
import { ConfigError } from './base/config-error'
import { explainIssue } from './base/explain-issue'
import type { OutboundRules } from './base/outbound-fetch'
import { repoRoot } from './base/paths'
import type { TracingSettings } from './base/start-tracing'
import { readSite, type SiteSettings, siteEnvironment } from './site-settings'

/** Publicly known secret for development; rejected in production. */
const developmentSecret = 'development-secret-development-secret'

const text = z.string().trim()
const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0', ''])
    .default('')
    .transform((value) => (value === '' ? fallback : value === 'true' || value === '1'))

const defaultWorkers = () => Math.min(availableParallelism(), Math.max(2, Math.floor(availableParallelism() / 2)))

const Environment = z.object({
  DXX_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** By default, development listens on loopback only and production on all network interfaces. */
  HOST: text.optional(),
  DATABASE_URL: text.optional(),
  /** Standbys that calls may read from, one URL per server, separated by commas. */
  DATABASE_READ_URL: text.default(''),
  /** Milliseconds that a call that may be repeated waits for a new primary; 0 returns 503 at once. */
  DATABASE_WAIT_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  DATABASE_POOL: z.coerce.number().int().min(1).max(500).default(10),
  /** Processes that share the port; by default one in development, and the number of cores, at most 4, in production. */
  DXX_WORKERS: z.coerce.number().int().min(1).max(64).optional(),
  DXX_DATA_DIR: text.default('./data'),
  DXX_SECRET: text.min(32, { error: '至少 32 个字符' }).default(developmentSecret),
  /** IP addresses of proxies whose X-Forwarded-For is trusted, separated by commas. Empty: none. */
  DXX_TRUST_PROXY: text.default(''),
  /** Requests per minute: per user when logged in, else per IP address, which a whole campus may share. */
  DXX_FLOOD_PER_USER: z.coerce.number().int().min(1).default(600),
  DXX_FLOOD_PER_ADDRESS: z.coerce.number().int().min(1).default(6000),
  /** Expected wait of a request in milliseconds above which guests get 503 (users later); 0 disables the check. */
  DXX_MAX_WAIT_MS: z.coerce.number().int().min(0).default(1000),
  DXX_SAMPLE_DATA: flag(true),
  /** Whether schools may enter addresses of the internal network in the console; outside production they always may. */
  DXX_CAMPUS_PRIVATE: flag(false),
  /** Whether the staff console requires a second factor; in production it always does. */
  DXX_STAFF_SECOND_FACTOR: flag(false),
  /** `/metrics` is open to loopback and to requests with this token. */
  DXX_METRICS_TOKEN: text.default(''),
  /** Receiver of traces (OTLP over HTTP), and the share of requests and jobs that are traced; names of OpenTelemetry. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .union([z.literal(''), z.url({ protocol: /^https?$/, error: '请填写完整网址，如 http://127.0.0.1:4318' })])
    .default(''),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.05),
  /** Runners of students' programs, in order of preference: embedded, bubblewrap, piston. */
  DXX_RUNNER: text.default('embedded'),
  /** Maximum concurrent programs: at least two on two cores, so that one account's program never blocks all others. */
  DXX_RUNNER_WORKERS: z.coerce.number().int().min(1).max(64).default(defaultWorkers()),
  DXX_PISTON_URL: text.default(''),
  DXX_ICP: text.default(''),
  /** Switches for app store reviews. Given values are stored at every start; otherwise staff set them by command. */
  DXX_SHOW_BOOK: flag(true),
  DXX_REVIEW: flag(false),
  /** File storage: a folder below the data folder, or an S3-compatible service. */
  DXX_STORAGE: z.enum(['local', 's3']).default('local'),
  /** Who sends files that need no metering: this server, nginx (X-Accel-Redirect), or the storage service itself. */
  DXX_MEDIA_FROM: z.enum(['server', 'nginx', 'storage']).default('server'),
  DXX_S3_ENDPOINT: text.default(''),
  DXX_S3_BUCKET: text.default(''),
  DXX_S3_REGION: text.default('us-east-1'),
  DXX_S3_ACCESS_KEY: text.default(''),
  DXX_S3_SECRET_KEY: text.default(''),
  /** Public URL, such as https://study.example.cn, used for WeChat redirects and QR codes. */
  DXX_PUBLIC_URL: z.url({ protocol: /^https?$/, error: '请填写完整网址，如 https://study.example.cn' }).optional(),
  /** `console` prints verification codes to the terminal instead of sending them. */
  DXX_SMS: z.enum(['console', 'aliyun', 'tencent']).default('console'),
  DXX_SMS_ENDPOINT: text.default(''),
  DXX_SMS_KEY_ID: text.default(''),
  DXX_SMS_KEY_SECRET: text.default(''),
  DXX_SMS_SIGN: text.default(''),
  DXX_SMS_TEMPLATE: text.default(''),
  /** These two for `tencent` only. */
  DXX_SMS_APP_ID: text.default(''),
  DXX_SMS_REGION: text.default('ap-guangzhou'),
  /** Official account (MP: login inside WeChat) and website app (WEB: login by QR code); either may be absent. */
  DXX_WECHAT_MP_APPID: text.default(''),
  DXX_WECHAT_MP_SECRET: text.default(''),
  DXX_WECHAT_WEB_APPID: text.default(''),
  DXX_WECHAT_WEB_SECRET: text.default(''),
  DXX_WECHAT_API_URL: text.default('https://api.weixin.qq.com'),
  DXX_WECHAT_OPEN_URL: text.default('https://open.weixin.qq.com'),
  ...paymentEnvironment,
  ...siteEnvironment,
  ...aiEnvironment,
  /** Stops the clock at this time (Unix seconds), for reproducible screenshots. */
  DXX_STANDSTILL: z.coerce.number().int().positive().optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export interface Config {
  env: 'development' | 'production' | 'test'
  port: number
  host: string
  databaseUrl: string | undefined
  databaseReadUrls: string[]
  databaseWaitMs: number
  /** Connections of this process. */
  databasePool: number
  /** Processes that share the port. */
  workers: number
  dataDir: string
  secret: string
  trustProxy: string[]
  floodPerUser: number
  floodPerAddress: number
  maxWaitMs: number
  sampleData: boolean
  /** Rules for the URLs that schools enter in the console. */
  outbound: OutboundRules
  /** Whether the staff console requires a second factor. */
  secondFactor: boolean
  metricsToken: string
  tracing: TracingSettings
  runners: readonly [RunnerKind, ...RunnerKind[]]
  runnerWorkers: number
  pistonUrl: string
  icp: string
  /** Switches for app store reviews to store at every start; absent ones keep the values set by staff. */
  switches: { showBook?: boolean; review?: boolean }
  storage: StorageSettings
  mediaFrom: 'server' | 'nginx' | 'storage'
  /** Without a trailing slash; empty if not configured. */
  publicUrl: string
  sms: SmsSettings
  wechat: WechatSettings
  payment: PaymentSettings
  site: SiteSettings
  ai: AiSettings
  standstill: number | undefined
  logLevel: string
}

/** Reads the environment once; all other code gets the result as an argument. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(present, { error: explainIssue })
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}：${issue.message}`)
    throw new ConfigError(`环境变量有误，请修改后再启动：\n${lines.join('\n')}`)
  }
  const read = parsed.data
  const production = read.DXX_ENV === 'production'
  const config: Config = {
    env: read.DXX_ENV,
    port: read.PORT,
    host: read.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    databaseUrl: read.DATABASE_URL,
    databaseReadUrls: listOf(read.DATABASE_READ_URL),
    databaseWaitMs: read.DATABASE_WAIT_MS,
    databasePool: read.DATABASE_POOL,
    workers: read.DXX_WORKERS ?? (production ? Math.min(availableParallelism(), 4) : 1),
    dataDir: resolve(repoRoot, read.DXX_DATA_DIR),
    secret: read.DXX_SECRET,
    trustProxy: listOf(read.DXX_TRUST_PROXY),
    floodPerUser: read.DXX_FLOOD_PER_USER,
    floodPerAddress: read.DXX_FLOOD_PER_ADDRESS,
    maxWaitMs: read.DXX_MAX_WAIT_MS,
    sampleData: read.DXX_SAMPLE_DATA && (!production || env.DXX_SAMPLE_DATA !== undefined),
    outbound: { allowHttp: !production, allowPrivate: !production || read.DXX_CAMPUS_PRIVATE },
    secondFactor: production || read.DXX_STAFF_SECOND_FACTOR,
    metricsToken: read.DXX_METRICS_TOKEN,
    tracing: { endpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT, share: read.OTEL_TRACES_SAMPLER_ARG },
    runners: readRunners(read),
    runnerWorkers: read.DXX_RUNNER_WORKERS,
    pistonUrl: read.DXX_PISTON_URL,
    icp: read.DXX_ICP,
    switches: {
      ...(env.DXX_SHOW_BOOK && { showBook: read.DXX_SHOW_BOOK }),
      ...(env.DXX_REVIEW && { review: read.DXX_REVIEW }),
    },
    storage: readStorage(read),
    mediaFrom: read.DXX_MEDIA_FROM,
    publicUrl: read.DXX_PUBLIC_URL?.replace(/\/+$/, '') ?? '',
    sms: readSms(read),
    wechat: {
      apiUrl: read.DXX_WECHAT_API_URL,
      openUrl: read.DXX_WECHAT_OPEN_URL,
      mp: { appId: read.DXX_WECHAT_MP_APPID, secret: read.DXX_WECHAT_MP_SECRET },
      web: { appId: read.DXX_WECHAT_WEB_APPID, secret: read.DXX_WECHAT_WEB_SECRET },
    },
    payment: readPaymentSettings(read),
    site: readSite(read),
    ai: readAi(read),
    standstill: read.DXX_STANDSTILL,
    logLevel: read.LOG_LEVEL,
  }
  if (config.databaseReadUrls.length > 0 && !config.databaseUrl)
    throw new ConfigError('DATABASE_READ_URL 只能与 DATABASE_URL 一起设置：内嵌的数据库没有备库')
  if (config.mediaFrom === (config.storage.kind === 's3' ? 'nginx' : 'storage'))
    throw new ConfigError(
      'DXX_MEDIA_FROM：DXX_STORAGE=local 时可以是 server 或 nginx，DXX_STORAGE=s3 时可以是 server 或 storage',
    )
  if (production) refuseDevelopmentSettings(config)
  return config
}

const listOf = (words: string) =>
  words
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

function readRunners(read: z.output<typeof Environment>): Config['runners'] {
  const names = read.DXX_RUNNER.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !(runnerKinds as readonly string[]).includes(name))
  if (unknown.length > 0)
    throw new ConfigError(`DXX_RUNNER：没有 ${unknown.join('、')}，可选 ${runnerKinds.join('、')}`)
  if (names.includes('piston') && !/^https?:\/\//.test(read.DXX_PISTON_URL))
    throw new ConfigError('DXX_RUNNER 含 piston 时，请用 DXX_PISTON_URL 指明它的地址')
  return names as [RunnerKind, ...RunnerKind[]]
}

function readStorage(read: z.output<typeof Environment>): Config['storage'] {
  if (read.DXX_STORAGE === 'local') return { kind: 'local' }
  const settings = {
    endpoint: read.DXX_S3_ENDPOINT,
    bucket: read.DXX_S3_BUCKET,
    region: read.DXX_S3_REGION,
    accessKey: read.DXX_S3_ACCESS_KEY,
    secretKey: read.DXX_S3_SECRET_KEY,
  }
  if (!/^https?:\/\//.test(settings.endpoint) || !settings.bucket || !settings.accessKey || !settings.secretKey)
    throw new ConfigError(
      'DXX_STORAGE=s3 时请设置 DXX_S3_ENDPOINT（以 http 开头）、DXX_S3_BUCKET、DXX_S3_ACCESS_KEY、DXX_S3_SECRET_KEY',
    )
  return { kind: 's3', ...settings }
}

function readSms(read: z.output<typeof Environment>): SmsSettings {
  if (read.DXX_SMS === 'console') return { kind: 'console' }
  const { DXX_SMS_KEY_ID: keyId, DXX_SMS_KEY_SECRET: keySecret, DXX_SMS_SIGN: sign, DXX_SMS_TEMPLATE: template } = read
  if (!keyId || !keySecret || !sign || !template)
    throw new ConfigError(
      `DXX_SMS=${read.DXX_SMS} 时请设置 DXX_SMS_KEY_ID、DXX_SMS_KEY_SECRET、DXX_SMS_SIGN、DXX_SMS_TEMPLATE`,
    )
  const common = { keyId, keySecret, sign, template }
  if (read.DXX_SMS === 'aliyun')
    return { kind: 'aliyun', ...common, endpoint: read.DXX_SMS_ENDPOINT || 'https://dysmsapi.aliyuncs.com' }
  if (!read.DXX_SMS_APP_ID) throw new ConfigError('DXX_SMS=tencent 时请设置 DXX_SMS_APP_ID')
  return {
    kind: 'tencent',
    ...common,
    appId: read.DXX_SMS_APP_ID,
    region: read.DXX_SMS_REGION,
    endpoint: read.DXX_SMS_ENDPOINT || 'https://sms.tencentcloudapi.com',
  }
}

function readPaymentSettings(read: z.output<typeof Environment>): PaymentSettings {
  try {
    return readPayment(read, read.DXX_ENV === 'production')
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

/** Throws if a development setting is used in production, where it would be a security hole. */
function refuseDevelopmentSettings(config: Config): void {
  const refused: string[] = []
  if (config.secret === developmentSecret) refused.push('DXX_SECRET：请设置一个只有你知道的随机值（至少 32 个字符）')
  if (config.sampleData) refused.push('DXX_SAMPLE_DATA：生产环境不能载入示例账号，请设为 false')
  if (config.sms.kind === 'console') refused.push('DXX_SMS：请设为 aliyun 或 tencent，否则验证码发不出去')
  if (config.standstill) refused.push('DXX_STANDSTILL：生产环境的时钟不能停，请去掉')
  if (config.payment.cashier) refused.push('DXX_TEST_CASHIER：生产环境不能开启测试收银台，请设为 false')
  if ((config.payment.wechat || config.payment.alipay) && !/^https:/.test(config.publicUrl))
    refused.push('DXX_PUBLIC_URL：收款时请填写以 https 开头的对外网址')
  if (config.wechat.mp.appId && !config.publicUrl) refused.push('DXX_PUBLIC_URL：使用微信登录时请填写对外网址')
  if (refused.length > 0) throw new ConfigError(`DXX_ENV=production 时不能使用开发设置：\n  ${refused.join('\n  ')}`)
}
