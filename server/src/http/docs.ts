import { openapi } from '@dxx/contract/openapi'
import type { FastifyInstance } from 'fastify'

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c)

/** Serves the contract as OpenAPI and as an HTML page, built at the first request. */
export function docsRoutes(app: FastifyInstance): void {
  let description: ReturnType<typeof openapi> | undefined
  const described = () => (description ??= openapi())
  app.get('/openapi.json', async () => described())
  app.get('/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page(described())))
}

type Operation = ReturnType<typeof openapi>['paths'][string]

function page({ info, paths }: ReturnType<typeof openapi>): string {
  const rows = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Operation).map(([method, operation]) => section(method, path, operation as Described)),
  )
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(info.title)} ${info.version}</title>
<body style="font:15px/1.6 system-ui,sans-serif;max-width:860px;margin:2rem auto;padding:0 1rem">
<h1>${escapeHtml(info.title)} ${info.version}</h1>
<p>共 ${rows.length} 个接口，地址以 <code>/api</code> 开头。机器可读：<a href="/api/openapi.json">openapi.json</a></p>
${rows.join('\n')}</body></html>`
}

interface Described {
  summary: string
  description: string
  'x-source': string
  'x-writes': string | false
  'x-errors': { name: string; code: number; msg: string }[]
  parameters: { name: string; required: boolean; schema: unknown }[]
  requestBody?: { content: { 'application/json': { schema: unknown } } }
  responses: { 200: { content: { 'application/json': { schema: { properties: { data: unknown } } } } } }
}

function section(method: string, path: string, operation: Described): string {
  const json = (value: unknown) =>
    `<pre style="overflow:auto;background:#f5f6f9;padding:.6rem">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
  const facts = [
    operation.description,
    `来源：${operation['x-source']}`,
    operation['x-writes'] && `写入：${operation['x-writes']}`,
  ]
  const input = operation.requestBody?.content['application/json'].schema ?? operation.parameters
  const refusals = operation['x-errors'].map(
    ({ name, code, msg }) => `<li><code>${name}</code>（${code}）${escapeHtml(msg)}</li>`,
  )
  return `<details><summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(operation.summary)}</summary>
<p>${facts
    .filter(Boolean)
    .map((fact) => escapeHtml(String(fact)))
    .join(' · ')}</p>
<h4>输入</h4>${json(input)}<h4>data</h4>${json(operation.responses[200].content['application/json'].schema.properties.data)}
${refusals.length ? `<h4>错误</h4><ul>${refusals.join('')}</ul>` : ''}</details>`
}
