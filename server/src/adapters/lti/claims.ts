import type { JWTPayload } from 'jose'
import { storableId, storableText } from '../../base/storable-text'

const lti = 'https://purl.imsglobal.org/spec/lti/claim/'
const deepLinking = 'https://purl.imsglobal.org/spec/lti-dl/claim/'

/** Names of the claims of LTI 1.3, deep linking 2.0, AGS 2.0 and NRPS 2.0. */
export const claimNames = {
  messageType: `${lti}message_type`,
  version: `${lti}version`,
  deploymentId: `${lti}deployment_id`,
  targetLinkUri: `${lti}target_link_uri`,
  resourceLink: `${lti}resource_link`,
  context: `${lti}context`,
  roles: `${lti}roles`,
  custom: `${lti}custom`,
  lis: `${lti}lis`,
  deepLinkSettings: `${deepLinking}deep_linking_settings`,
  deepLinkItems: `${deepLinking}content_items`,
  deepLinkData: `${deepLinking}data`,
  scores: 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint',
  members: 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice',
} as const

export const ltiScopes = {
  score: 'https://purl.imsglobal.org/spec/lti-ags/scope/score',
  members: 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly',
} as const

/** The verified content of a launch that the product uses. */
export interface LtiLaunch {
  kind: 'open' | 'choose'
  subject: string
  name: string
  studentNo: string
  isTeacher: boolean
  deploymentId: string
  targetLinkUri: string
  /** Value of the custom field `target`; empty if there is none. */
  target: string
  resourceLinkId: string
  contextId: string
  contextTitle: string
  /** Empty if the platform offers no such service, or not with the scope that we need. */
  lineItem: string
  membershipsUrl: string
  /** Only if `kind` is `choose`. */
  returnUrl: string
  returnData: string
}

/** A token that is signed correctly, but no valid launch. */
export class InvalidLaunch extends Error {}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
const text = (value: unknown, max = 500): string => (typeof value === 'string' ? storableText(value, max) : '')
const idText = (value: unknown, max: number): string => (typeof value === 'string' ? storableId(value, max) : '')
/** Longest id of a user, by the standard. */
const maxSubject = 255
/** Maximum length of data that a platform expects back unchanged, which may be a signed token. */
const maxReturnData = 20_000
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

const teacherRole = /#(Instructor|ContentDeveloper|Administrator|Manager|TeachingAssistant)$/

/** Reads the claims of a launch. `numberFrom`: the claim with the student number. */
export function readLaunch(claims: JWTPayload, numberFrom: 'none' | 'sourcedid' | 'custom'): LtiLaunch {
  if (claims[claimNames.version] !== '1.3.0') throw new InvalidLaunch('not LTI 1.3')
  // A shortened or cleaned id would be that of another user.
  const subject = idText(claims.sub, maxSubject)
  if (subject === '') throw new InvalidLaunch('no usable subject')
  const messageType = claims[claimNames.messageType]
  const kind =
    messageType === 'LtiResourceLinkRequest' ? 'open' : messageType === 'LtiDeepLinkingRequest' ? 'choose' : null
  if (kind === null) throw new InvalidLaunch('another message type')
  const custom = record(claims[claimNames.custom])
  const settings = record(claims[claimNames.deepLinkSettings])
  const link = record(claims[claimNames.resourceLink])
  if (kind === 'open' && text(link.id) === '') throw new InvalidLaunch('no resource link')
  if (kind === 'choose' && !texts(settings.accept_types).includes('ltiResourceLink'))
    throw new InvalidLaunch('the platform accepts no links')
  if (text(settings.data, maxReturnData) !== (settings.data ?? '')) throw new InvalidLaunch('unusable data')
  const context = record(claims[claimNames.context])
  const scores = record(claims[claimNames.scores])
  const members = record(claims[claimNames.members])
  const numbers = {
    none: '',
    sourcedid: idText(record(claims[claimNames.lis]).person_sourcedid, 64),
    custom: idText(custom.student_no, 64),
  }
  return {
    kind,
    subject,
    name: text(claims.name, 40),
    studentNo: numbers[numberFrom].trim(),
    isTeacher: texts(claims[claimNames.roles]).some((role) => teacherRole.test(role)),
    deploymentId: text(claims[claimNames.deploymentId], 256),
    targetLinkUri: text(claims[claimNames.targetLinkUri], 2000),
    target: text(custom.target, 100),
    resourceLinkId: text(link.id, 256),
    contextId: text(context.id, 256),
    contextTitle: text(context.title, 100),
    lineItem: texts(scores.scope).includes(ltiScopes.score) ? text(scores.lineitem, 2000) : '',
    membershipsUrl: text(members.context_memberships_url, 2000),
    returnUrl: text(settings.deep_link_return_url, 2000),
    returnData: text(settings.data, maxReturnData),
  }
}
