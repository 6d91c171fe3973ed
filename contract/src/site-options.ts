/**
 * Settings that are safe to change while the servers run. This file must not import the schema library, because it is
 * part of the console bundle.
 */

interface OptionBase {
  name: string
  /** Effect of the option, and the users it concerns. */
  effect: string
  /** Permission that is needed to change the option: `site.rules` for money and personal data. */
  permission: 'site.manage' | 'site.rules'
  /** Environment variable for the same value: a fallback, or for some options a value that is set at every start. */
  variable?: string
}

export interface NumberOption extends OptionBase {
  kind: 'number'
  unit: '元' | '天' | '次'
  /** Bounds of the stored number; money is stored in cents. */
  min: number
  max: number
}

export interface TextOption extends OptionBase {
  kind: 'text'
  maxLength: number
}

export interface SwitchOption extends OptionBase {
  kind: 'switch'
}

export type SiteOption = NumberOption | TextOption | SwitchOption

export const siteOptions = {
  'show-book': {
    kind: 'switch',
    name: '显示电子书和数字教材',
    effect: '关闭后，电子书和数字教材在列表、搜索、详情和学习记录里都不显示；已有的订单仍在。',
    permission: 'site.manage',
    variable: 'DXX_SHOW_BOOK',
  },
  review: {
    kind: 'switch',
    name: '应用商店审核中',
    effect: '打开后，接口 gvss 告诉各端正在审核，由 App 和小程序自己处理；网页版没有变化。审核通过后请关闭。',
    permission: 'site.manage',
    variable: 'DXX_REVIEW',
  },
  'contact-hours': {
    kind: 'text',
    name: '客服时间',
    effect: '显示在学生端的联系客服和帮助页；留空时用环境变量的值。',
    permission: 'site.manage',
    variable: 'DXX_CS_HOURS',
    maxLength: 60,
  },
  'ai-daily-questions': {
    kind: 'number',
    name: 'AI 助学每人每天的提问次数',
    effect: '今天已经超过新限额的学生，要到明天才能再问。',
    permission: 'site.manage',
    variable: 'DXX_AI_DAILY',
    unit: '次',
    min: 1,
    max: 1000,
  },
  'refund-second-person-cents': {
    kind: 'number',
    name: '退款双人审批限额',
    effect: '超过这个金额的退款要两位同事先后同意。',
    permission: 'site.rules',
    unit: '元',
    min: 0,
    max: 1_000_000,
  },
  'card-photo-days': {
    kind: 'number',
    name: '学生证照片保留天数',
    effect: '认证有结果以后保留这么多天，然后删除照片；调短后，超过天数的照片当天删除，无法找回。',
    permission: 'site.rules',
    unit: '天',
    min: 1,
    max: 30,
  },
  'staff-rest-days': {
    kind: 'number',
    name: '员工账号停用天数',
    effect: '这么多天没有登录管理台的员工账号停用，重新授权后恢复。',
    permission: 'site.rules',
    unit: '天',
    min: 7,
    max: 90,
  },
} as const satisfies Record<string, SiteOption>

export type SiteOptionKey = keyof typeof siteOptions

export const allSiteOptions = Object.keys(siteOptions) as [SiteOptionKey, ...SiteOptionKey[]]

export type SiteOptionValue = boolean | number | string

/** Returns the keys of the options that a permission allows to change. */
export const optionsOf = (permission: SiteOption['permission']): SiteOptionKey[] =>
  allSiteOptions.filter((key) => siteOptions[key].permission === permission)

/** Formats a value for display: `500.00 元`, `30 天`, `开`, or the text. */
export function optionText(key: SiteOptionKey, value: SiteOptionValue): string {
  const option: SiteOption = siteOptions[key]
  if (option.kind === 'switch') return value ? '开' : '关'
  if (option.kind === 'text') return String(value) || '（空）'
  return `${option.unit === '元' ? (Number(value) / 100).toFixed(2) : value} ${option.unit}`
}

/** Returns why a value is not allowed, or null if it is allowed. */
export function optionProblem(key: SiteOptionKey, value: SiteOptionValue): string | null {
  const option: SiteOption = siteOptions[key]
  if (option.kind === 'switch') return typeof value === 'boolean' ? null : '请选择开或关'
  if (option.kind === 'text') {
    if (typeof value !== 'string') return '请填写文字'
    return value.length <= option.maxLength ? null : `最多 ${option.maxLength} 个字`
  }
  const { min, max } = option
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return null
  return `请填写 ${optionText(key, min)}到 ${optionText(key, max)}之间的数`
}
