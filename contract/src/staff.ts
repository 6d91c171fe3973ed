/**
 * Permissions, roles and scopes of staff. This file must not import the schema library, because it is part of the
 * console bundle.
 */

/** Permissions with their Chinese names. */
export const permissions = {
  'content.edit': '编辑内容',
  'content.publish': '发布内容',
  'bank.edit': '编辑题库',
  'exam.manage': '组织考试',
  'exam.grade': '批阅',
  'exam.results': '查看成绩与分析',
  'class.view': '查看班级',
  'class.assign': '布置作业',
  'class.message': '给班级发消息',
  'class.manage': '管理班级与名单',
  'student.review': '审核学生认证',
  'export.names': '导出实名数据',
  'support.answer': '回复客服',
  'feedback.answer': '答复反馈',
  moderate: '处理举报与内容',
  'user.read': '查看用户',
  'user.restrict': '限制用户',
  'catalogue.manage': '上架与定价',
  'site.manage': '运营位与站点内容',
  'coupon.manage': '兑换码与优惠',
  'message.send': '发送消息',
  'order.refund': '退款',
  'invoice.issue': '开具发票',
  'ledger.read': '查看账目',
  'staff.manage': '管理员工',
  'staff.reset': '重置他人的二次验证',
  'audit.read': '查看操作记录',
  'site.health': '查看站点状态',
  'site.rules': '修改资金与安全规则',
  'numbers.read': '查看运营数字',
} as const

export type Permission = keyof typeof permissions

export const allPermissions = Object.keys(permissions) as Permission[]

/** Kinds of scope that a grant can be limited to. A question bank counts as a curriculum. */
export const scopeKinds = {
  site: '全站',
  school: '学校',
  class: '班级',
  curriculum: '课程、书或题库',
  exam: '考试',
} as const

export type ScopeKind = keyof typeof scopeKinds

export interface RoleDefinition {
  name: string
  scopes: readonly ScopeKind[]
  permissions: readonly Permission[]
  /** Roles that holders of this role may grant inside their own scope, if the role includes `staff.manage`. */
  grants: readonly string[]
}

const teacher = {
  name: '教师',
  scopes: ['class', 'curriculum'],
  permissions: [
    'content.edit',
    'content.publish',
    'bank.edit',
    'exam.manage',
    'exam.grade',
    'exam.results',
    'class.view',
    'class.assign',
    'class.message',
  ],
  grants: [],
} as const

/** Roles are fixed bundles of permissions. */
export const roles = {
  owner: {
    name: '所有者',
    scopes: ['site'],
    permissions: allPermissions,
    grants: ['owner', 'operator', 'support', 'finance', 'school_admin', 'teacher', 'editor', 'grader'],
  },
  operator: {
    name: '运营',
    scopes: ['site'],
    permissions: [
      'content.publish',
      'catalogue.manage',
      'site.manage',
      'coupon.manage',
      'message.send',
      'numbers.read',
    ],
    grants: [],
  },
  support: {
    name: '客服',
    scopes: ['site'],
    permissions: [
      'support.answer',
      'feedback.answer',
      'moderate',
      'user.read',
      'user.restrict',
      // Covers only applications to schools without a school administrator.
      'student.review',
    ],
    grants: [],
  },
  finance: {
    name: '财务',
    scopes: ['site'],
    permissions: ['order.refund', 'invoice.issue', 'ledger.read', 'numbers.read'],
    grants: [],
  },
  school_admin: {
    name: '学校管理员',
    scopes: ['school'],
    permissions: ['class.manage', 'student.review', 'exam.results', 'class.view', 'export.names', 'staff.manage'],
    grants: ['teacher', 'grader'],
  },
  teacher,
  editor: {
    name: '内容编辑',
    scopes: ['curriculum'],
    permissions: ['content.edit', 'content.publish', 'bank.edit'],
    grants: [],
  },
  grader: {
    name: '阅卷人',
    scopes: ['exam'],
    permissions: ['exam.grade'],
    grants: [],
  },
} as const satisfies Record<string, RoleDefinition>

export type Role = keyof typeof roles

export const allRoles = Object.keys(roles) as [Role, ...Role[]]

export const roleHasPermission = (role: Role, permission: Permission): boolean =>
  (roles[role].permissions as readonly Permission[]).includes(permission)

/** Whether holders of one role may grant another one. */
export const canGrantRole = (role: Role, granted: Role): boolean =>
  (roles[role].grants as readonly string[]).includes(granted)

/** Kinds of waiting work: their Chinese names, the permission that decides them, and the hours until they are due. */
export const workKinds = {
  student: { name: '学生认证', permission: 'student.review', hours: 24 },
  refund: { name: '退款', permission: 'order.refund', hours: 24 },
  invoice: { name: '发票', permission: 'invoice.issue', hours: 72 },
  support: { name: '客服', permission: 'support.answer', hours: 4 },
  feedback: { name: '反馈', permission: 'feedback.answer', hours: 72 },
  report: { name: '举报', permission: 'moderate', hours: 24 },
  appeal: { name: '成绩复核', permission: 'exam.manage', hours: 72 },
  // Teachers of the class and administrators of its school.
  join: { name: '加入班级', permission: 'class.view', hours: 72 },
  question: { name: '学生提问', permission: 'class.message', hours: 48 },
} as const satisfies Record<string, { name: string; permission: Permission; hours: number }>

export type WorkKind = keyof typeof workKinds

export const allWorkKinds = Object.keys(workKinds) as [WorkKind, ...WorkKind[]]

/** `data.need` of a refusal with code 10. */
export type Need = 'enrol' | 'totp' | 'proof'

/** In seconds: lifetime of a console session, idle limit, and how long a confirmation of identity counts. */
export const consoleTimes = { session: 12 * 3600, idle: 3600, proof: 600 } as const

/** Maximum count in lists of the console: a total of 10 000 means "at least 10 000". */
export const totalMax = 10_000
