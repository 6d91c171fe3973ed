import * as z from 'zod'
import type { Access, Call, CallName } from './call'
import { studentCalls } from './calls'
import { ResponseCode } from './envelope'
import { refusals } from './errors'
import { appConstants } from './rules/constants'
import { headers } from './signature'
import { permissions } from './staff'
import { staffCalls } from './staff-calls'

const accessText = { public: '公开', user: '登录', mobile: '绑定手机号', student: '学生认证', purchase: '已购买' }

function describeAccess(access: Access): string {
  if (typeof access === 'string') return accessText[access]
  const role = access.staff === 'any' ? '员工' : `员工，${permissions[access.staff]}`
  return access.fresh ? `${role}；10 分钟内再次确认过身份` : role
}

const shape = (schema: z.ZodType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', target: 'openapi-3.0' })
  return rest
}

/** Builds the OpenAPI description of all calls from the contract. */
export function openapi() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, declared] of Object.entries({ ...studentCalls, ...staffCalls }) as [CallName, Call][]) {
    const [method = '', path = ''] = name.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(method, path, declared) }
  }
  return {
    openapi: '3.0.3',
    info: { title: `${appConstants.name} API`, version: appConstants.version },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: headers.token },
        signature: { type: 'apiKey', in: 'header', name: headers.signature },
      },
    },
    paths,
  }
}

function operation(
  method: string,
  path: string,
  { access, writes, source, summary, input, data, errors: names }: Call,
) {
  const sent = shape(input) as { properties?: Record<string, unknown>; required?: string[] }
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  const parameters = Object.entries(sent.properties ?? {})
    .filter(([name]) => method === 'GET' || inPath.has(name))
    .map(([name, schema]) => ({
      name,
      in: inPath.has(name) ? 'path' : 'query',
      required: inPath.has(name) || (sent.required?.includes(name) ?? false),
      schema,
    }))
  return {
    summary,
    description: `权限：${describeAccess(access)}`,
    security: access === 'public' ? [{ signature: [] }] : [{ token: [], signature: [] }],
    'x-access': access,
    'x-writes': writes,
    'x-source': source,
    'x-errors': names.map((name) => ({ name, ...refusals[name] })),
    parameters,
    ...(method === 'POST' && { requestBody: { required: true, content: { 'application/json': { schema: sent } } } }),
    responses: {
      200: {
        description: `code ${ResponseCode.ok} 为成功`,
        content: { 'application/json': { schema: envelope(data) } },
      },
    },
  }
}

function envelope(data: z.ZodType) {
  return {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: shape(data) },
  }
}
