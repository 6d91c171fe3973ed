import { type OrderStatus, orderStatusText } from '@dxx/contract/rules/order-state'
import { formatExactTime } from '@dxx/contract/rules/time-from'

/** Chinese names of the recorded fields. A field without a Chinese name is shown by its key. */
const names: Record<string, string> = {
  acceptClashes: '接受时间冲突',
  added: '添加',
  address: '网络地址',
  anonymous: '匿名批阅',
  answer: '答复',
  answers: '答案',
  assignee: '处理人',
  attempts: '试过的次数',
  audience: '谁能用',
  body: '正文',
  by: '确认方式',
  call: '操作',
  capCents: '最多减',
  cents: '退款金额',
  class: '班级',
  classes: '班级',
  closed: '已关闭',
  copiedFrom: '复制自',
  count: '数量',
  declined: '不同意',
  deleted: '已删除',
  device: '设备',
  difference: '允许相差',
  double: '双评',
  ended: '结束的登录',
  endsAt: '到期',
  enrolled: '二次验证',
  exam: '考试',
  extensionMinutes: '所有人共延长（分钟）',
  file: '附文件',
  flagged: '请再看',
  format: '格式',
  from: '从',
  grades: '给分',
  grant: '授权',
  hidden: '已隐藏',
  images: '图片',
  issued: '已开具',
  items: '内容',
  keepKey: '原答案仍算对',
  kept: '保留',
  keyword: '搜索',
  kind: '种类',
  loggedOut: '全部退出',
  minCents: '门槛',
  minutes: '分钟',
  moved: '移动',
  mutedUntil: '禁言到',
  names: '含姓名',
  needsSecond: '还要一位同事同意',
  note: '便签',
  number: '题号',
  offCents: '减金额',
  on: '打开',
  order: '订单号',
  pausedAt: '暂停于',
  payCents: '实付',
  perUser: '每人限用',
  percent: '折扣百分比',
  person: '人',
  question: '题号',
  reason: '原因',
  recoveryLeft: '可用的恢复码',
  refunded: '已退款',
  removed: '去掉',
  revealed: '查看了',
  revoked: '已停用',
  rows: '行数',
  rubric: '评分点',
  running: '正在作答',
  score: '得分',
  secondFactor: '二次验证',
  seconds: '秒',
  sent: '发给',
  settled: '已定分',
  skipped: '没有延长',
  skippedIds: '已交卷或不能再开始，没有延长',
  startsAt: '开始',
  state: '状态',
  stock: '总量',
  status: '状态',
  studentIds: '延长给',
  students: '学生',
  targetId: '对象编号',
  targetKind: '对象种类',
  text: '内容',
  title: '标题',
  to: '到',
  undone: '撤销的给分',
  until: '到期',
  value: '值',
  version: '版本',
  withdrawn: '已撤回',
}

export const fieldName = (field: string): string => names[field] ?? field

const words: Record<string, Record<string, string>> = {
  kind: { void: '作废', give: '送分', key: '接受更多答案', original: '恢复原评分' },
  state: { kept: '维持原分', changed: '已改分' },
  by: { password: '密码', code: '动态验证码' },
  revealed: { mobile: '手机号', contact: '联系方式' },
  status: { pending: '待审核', passed: '已通过', rejected: '已退回' },
}

/** Text of a recorded value; null: no value. `students` has the names of recorded ids. */
export function valueText(field: string, value: unknown, students: Record<string, string> = {}): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number') {
    if (/cents$/i.test(field)) return `¥${(value / 100).toFixed(2)}`
    if (/(At|Until|until|from|to)$/.test(field) && value > 1e9) return formatExactTime(value)
    if (field === 'status') return orderStatusText[value as OrderStatus] ?? String(value)
    return String(value)
  }
  if (typeof value === 'string') return words[field]?.[value] ?? value
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.map((item) => students[item] ?? item).join('、')
  return JSON.stringify(value)
}
