import * as z from 'zod'
import { call, calls } from '../call'
import { Done, Id } from '../shapes'
import { LoggedIn, UserInfo } from './accounts'

/** A random value that the browser generates: 32 to 128 letters and digits. */
const Random = z.string().regex(/^[a-zA-Z0-9]{32,128}$/, { error: '这次登录不完整，请重新登录' })

/** Query parameters that the school's login page added to the redirect. */
const Returned = {
  state: Random.optional(),
  secret: Random.optional(),
  /** Code of OpenID Connect, or ticket of CAS. */
  code: z.string().min(1).max(2000).optional(),
  /**
   * Error code that the school returned instead of a code. Without both, the school returned nothing, as a CAS server
   * does that ends the login.
   */
  error: z.string().max(200).optional(),
  /** Issuer that the response names (RFC 9207). */
  iss: z.string().max(500).optional(),
  /**
   * Ticket of an earlier call for the identity that the school confirmed, so that the user need not log in there again.
   */
  proof: z.string().min(1).max(100).optional(),
}

interface ReturnedInput {
  state?: string
  secret?: string
  code?: string
  proof?: string
}

/** Whether either the state and secret of a started login are given, or the proof of an earlier call. */
const isComplete = ({ state, secret, code, proof }: ReturnedInput) =>
  proof === undefined ? state !== undefined && secret !== undefined : code === undefined
const incomplete = { error: '学校没有确认这次登录，请重新登录' }

const CampusSchool = z.object({ id: Id, name: z.string(), province: z.string(), city: z.string() })
export type CampusSchool = z.infer<typeof CampusSchool>

const loginErrors = [
  'campus-off',
  'campus-failed',
  'campus-denied',
  'campus-refused',
  'campus-expired',
  'ticket-invalid',
] as const

export const campus = calls({
  'GET /v1/campus_schools': call({
    access: 'public',
    source: 'added',
    summary: '开通了校园账号登录的学校',
    input: z.object({}),
    data: z.array(CampusSchool),
  }),
  'POST /v1/campus_start': call({
    access: 'public',
    source: 'added',
    writes: 'natural',
    summary: '学校登录页的地址；state 和 secret 由页面生成，回来时一起提交；已登录时是为当前账号绑定',
    input: z.object({
      schoolId: Id,
      /** A URL of this site to return to; its fragment is dropped. */
      redirect: z.string().max(1000),
      state: Random,
      secret: Random,
    }),
    data: z.object({ url: z.string() }),
    errors: ['campus-off', 'campus-failed', 'redirect-refused'],
  }),
  'POST /v1/campus_login': call({
    access: 'public',
    source: 'added',
    writes: 'natural',
    summary: '校园账号登录，首次登录即注册；学号已由另一个账号认证时回 4（data.nickname、data.proof）',
    input: z
      .object({
        ...Returned,
        /** After code 4: creates a new account, to which the student number moves. */
        separate: z.boolean().default(false),
      })
      .refine(isComplete, incomplete),
    data: LoggedIn,
    errors: [...loginErrors, 'campus-claimed'],
  }),
  'POST /v1/campus_bind': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '绑定校园账号并通过学生认证；校园账号属于另一个账号时回 4（data.nickname、data.canMerge、data.proof）',
    input: z.object({ ...Returned, merge: z.boolean().default(false) }).refine(isComplete, incomplete),
    /** User info of the account that the token belongs to now; after a merge this may be the other account. */
    data: UserInfo,
    errors: [...loginErrors, 'campus-taken', 'campus-bound'],
  }),
  'POST /v1/lti_session': call({
    access: 'public',
    source: 'added',
    writes: 'natural',
    summary: '从学习平台（LTI）打开：用一次性的启动令牌登录，得到要打开的页面；学号已由另一个账号认证时回 4',
    input: z.object({ token: z.string().min(20).max(100) }),
    data: LoggedIn.extend({ page: z.string() }),
    errors: ['lti-expired', 'lti-target-missing', 'campus-claimed'],
  }),
  'GET /v1/campus_bindings': call({
    access: 'user',
    source: 'added',
    summary: '我绑定的校园账号',
    input: z.object({}),
    data: z.array(z.object({ schoolId: Id, school: z.string(), studentNo: z.string(), name: z.string() })),
  }),
  'POST /v1/campus_unbind': call({
    access: 'mobile',
    source: 'added',
    writes: 'natural',
    summary: '解绑一所学校的校园账号；学生认证保留',
    input: z.object({ schoolId: Id }),
    data: Done,
  }),
})
