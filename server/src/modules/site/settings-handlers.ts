import type { SettingState, site } from '@dxx/contract/calls/staff/site'
import {
  allSiteOptions,
  optionProblem,
  optionText,
  type SiteOption,
  type SiteOptionKey,
  type SiteOptionValue,
  siteOptions,
} from '@dxx/contract/site-options'
import { fail } from '../../base/refusal'
import type { Config } from '../../config'
import type { Handlers, StaffCtx } from '../../context'
import type { AuditRecord } from '../../db/audit-chain'
import { lockName } from '../../db/lock'
import { rolesHolding } from '../../http/console-session'
import { optionFallback, saveOption, siteOption, storedOption } from '../content/public'
import { reportEvery } from './process-report'

type Calls = 'GET /staff/v1/site_settings' | 'POST /staff/v1/setting_change' | 'POST /staff/v1/rule_change'

/** Whether an environment variable sets this switch at every start, so that a change here would be lost. */
const isOverridden = (key: SiteOptionKey, { switches }: Config) =>
  (key === 'show-book' && switches.showBook !== undefined) || (key === 'review' && switches.review !== undefined)

async function stateOf({ db, config, staff }: StaffCtx, key: SiteOptionKey): Promise<SettingState> {
  const option: SiteOption = siteOptions[key]
  return {
    key,
    value: await siteOption(db, key, config),
    fallback: optionFallback(key, config),
    isSet: (await storedOption(db, key)) !== undefined,
    overridden: isOverridden(key, config),
    changeable: rolesHolding(staff, option.permission).length > 0,
  }
}

interface Changed {
  state: SettingState
  /** Null if nothing changed. */
  record: AuditRecord | null
}

interface Change {
  key: SiteOptionKey
  value: SiteOptionValue
  seen: SiteOptionValue
}

/** Changes a setting. Rejected if its value is no longer `seen`. All servers apply the change within a few seconds. */
async function change(ctx: StaffCtx, { key, value, seen }: Change): Promise<Changed> {
  const { db, config } = ctx
  const problem = optionProblem(key, value)
  if (problem) fail('setting-refused', { msg: `${siteOptions[key].name}：${problem}` })
  await lockName(db, 'site settings')
  const before = await siteOption(db, key, config)
  if (before === value) return { state: await stateOf(ctx, key), record: null }
  if (before !== seen)
    fail('setting-changed', {
      msg: `同事刚刚把它改成了 ${optionText(key, before)}，请看看再改`,
      data: { value: before },
    })
  await saveOption(db, key, value)
  const state = await stateOf(ctx, key)
  const record = {
    target: { kind: 'setting', id: key, name: siteOptions[key].name },
    before: { value: optionText(key, before) },
    after: { value: optionText(key, state.value) },
  }
  return { state, record }
}

/** Settings from environment variables that staff may see; never secrets. */
function environmentOf(config: Config) {
  const { storage, sms, payment, ai, publicUrl } = config
  const ways = [payment.wechat && 'wechat', payment.alipay && 'alipay', payment.cashier && 'cashier']
  return [
    { name: 'DXX_ENV', value: config.env, note: '运行方式' },
    { name: 'DXX_PUBLIC_URL', value: publicUrl, note: '对外网址' },
    {
      name: 'DXX_STAFF_SECOND_FACTOR',
      value: config.secondFactor ? 'true' : 'false',
      note: config.env === 'production' ? '管理台必须二次验证；生产环境不能关闭' : '管理台是否必须二次验证',
    },
    { name: 'DXX_SMS', value: sms.kind, note: '短信服务' },
    { name: '支付渠道', value: ways.filter(Boolean).join('、'), note: '由各支付变量决定' },
    { name: 'DXX_AI_MODEL', value: ai.url ? ai.model : '', note: 'AI 助学的模型' },
    { name: 'DXX_STORAGE', value: storage.kind, note: '文件存储' },
    { name: 'DXX_MEDIA_FROM', value: config.mediaFrom, note: '谁发送文件' },
    { name: 'DXX_RUNNER', value: config.runners.join('、'), note: '程序运行器' },
    { name: 'DXX_RUNNER_WORKERS', value: String(config.runnerWorkers), note: '同时运行的程序，本进程' },
    { name: 'DXX_WORKERS', value: String(config.workers), note: '共用端口的进程' },
    { name: 'DATABASE_POOL', value: String(config.databasePool), note: '数据库连接，本进程' },
    { name: 'DXX_FLOOD_PER_USER', value: String(config.floodPerUser), note: '每个用户每分钟的请求上限' },
    { name: 'DXX_FLOOD_PER_ADDRESS', value: String(config.floodPerAddress), note: '每个地址每分钟的请求上限' },
    { name: 'DXX_SAMPLE_DATA', value: config.sampleData ? 'true' : 'false', note: '示例数据' },
    { name: 'LOG_LEVEL', value: config.logLevel, note: '日志级别' },
  ]
}

export const settingsHandlers: Pick<Handlers<typeof site>, Calls> = {
  'GET /staff/v1/site_settings': async (ctx) => {
    const settings: SettingState[] = []
    for (const key of allSiteOptions) settings.push(await stateOf(ctx, key))
    return { settings, environment: environmentOf(ctx.config), effectSeconds: 2 * reportEvery }
  },

  'POST /staff/v1/setting_change': async (ctx, input) => {
    const { state, record } = await change(ctx, input)
    ctx.audit(record)
    return state
  },

  'POST /staff/v1/rule_change': async (ctx, input) => {
    const { state, record } = await change(ctx, input)
    ctx.audit(record)
    return state
  },
}
