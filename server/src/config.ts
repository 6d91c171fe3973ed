import { resolve } from 'node:path'
import { z } from 'zod'
import type { S3Settings } from './adapters/storage/s3'
import { repoRoot } from './root'

/** A secret that everybody knows: good enough for development, refused in production. */
const developmentSecret = 'development-secret-development-secret'

const text = z.string().trim()
const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0', ''])
    .default('')
    .transform((value) => (value === '' ? fallback : value === 'true' || value === '1'))

const Environment = z.object({
  DXX_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Development listens on loopback only; production on all addresses unless told otherwise. */
  HOST: text.optional(),
  DATABASE_URL: text.optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(500).default(10),
  DXX_DATA_DIR: text.default('./data'),
  DXX_SECRET: text.min(32, { error: '至少 32 个字符' }).default(developmentSecret),
  /** Addresses of proxies whose X-Forwarded-For is believed, separated by commas. Empty: none. */
  DXX_TRUST_PROXY: text.default(''),
  /** Requests a minute: per user when logged in, else per address, which may be a whole campus. */
  DXX_FLOOD_PER_USER: z.coerce.number().int().min(1).default(600),
  DXX_FLOOD_PER_ADDRESS: z.coerce.number().int().min(1).default(6000),
  DXX_SAMPLE_DATA: flag(true),
  /** `/metrics` answers loopback, and anybody who shows this token. */
  DXX_METRICS_TOKEN: text.default(''),
  DXX_ICP: text.default(''),
  /** Where files lie: a folder below the data folder, or an S3-compatible service. */
  DXX_STORAGE: z.enum(['local', 's3']).default('local'),
  DXX_S3_ENDPOINT: text.default(''),
  DXX_S3_BUCKET: text.default(''),
  DXX_S3_REGION: text.default('us-east-1'),
  DXX_S3_ACCESS_KEY: text.default(''),
  DXX_S3_SECRET_KEY: text.default(''),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export interface Config {
  env: 'development' | 'production' | 'test'
  port: number
  host: string
  databaseUrl: string | undefined
  databasePool: number
  dataDir: string
  secret: string
  trustProxy: string[]
  floodPerUser: number
  floodPerAddress: number
  sampleData: boolean
  metricsToken: string
  icp: string
  storage: { kind: 'local' } | ({ kind: 's3' } & S3Settings)
  logLevel: string
}

export class ConfigError extends Error {}

/** Reads the environment once. Everything else gets the result handed in. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(present)
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
    databasePool: read.DATABASE_POOL,
    dataDir: resolve(repoRoot, read.DXX_DATA_DIR),
    secret: read.DXX_SECRET,
    trustProxy: read.DXX_TRUST_PROXY.split(',')
      .map((address) => address.trim())
      .filter(Boolean),
    floodPerUser: read.DXX_FLOOD_PER_USER,
    floodPerAddress: read.DXX_FLOOD_PER_ADDRESS,
    sampleData: read.DXX_SAMPLE_DATA && (!production || env.DXX_SAMPLE_DATA !== undefined),
    metricsToken: read.DXX_METRICS_TOKEN,
    icp: read.DXX_ICP,
    storage: readStorage(read),
    logLevel: read.LOG_LEVEL,
  }
  if (production) refuseDevelopmentSettings(config)
  return config
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

/** What makes development convenient would be an open door in production. */
function refuseDevelopmentSettings(config: Config): void {
  const refused: string[] = []
  if (config.secret === developmentSecret) refused.push('DXX_SECRET：请设置一个只有你知道的随机值（至少 32 个字符）')
  if (config.sampleData) refused.push('DXX_SAMPLE_DATA：生产环境不能载入示例账号，请设为 false')
  if (refused.length > 0) throw new ConfigError(`DXX_ENV=production 时不能使用开发设置：\n  ${refused.join('\n  ')}`)
}
