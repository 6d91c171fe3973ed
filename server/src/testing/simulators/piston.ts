import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Execute {
  language: string
  version: string
  files: { name?: string; content: string }[]
  stdin?: string
  run_timeout?: number
  compile_timeout?: number
  run_memory_limit?: number
}

const runtimes = [
  { language: 'python', version: '3.9.4', aliases: ['py'] },
  { language: 'python', version: '3.12.0', aliases: ['py', 'python3'] },
  { language: 'c', version: '10.2.0', aliases: ['gcc'], runtime: 'gcc' },
  { language: 'java', version: '15.0.2', aliases: [] },
]

/** Maximum time-out for compiling: the default of a Piston installation. */
const maxCompileTimeout = 10_000

const stage = (given: object) => ({
  stdout: '',
  stderr: '',
  output: '',
  code: 0,
  signal: null,
  message: null,
  status: null,
  cpu_time: 8,
  wall_time: 12,
  memory: 9_000_000,
  ...given,
})

/**
 * Simulates Piston's API v2 without running programs: a comment in the source determines the result. Requests are
 * validated as by Piston, so that an invalid request fails in tests too.
 */
export async function startPiston({ maxRunTimeout = 5_000 } = {}) {
  const seen: Execute[] = []
  let down = false
  const server = createServer(async (request, response) => {
    if (down) return answer(response, 500, { message: 'down' })
    if (request.url === '/api/v2/runtimes' && request.method === 'GET') return answer(response, 200, runtimes)
    if (request.url !== '/api/v2/execute' || request.method !== 'POST') return answer(response, 404, {})
    if (request.headers['content-type'] !== 'application/json')
      return answer(response, 415, { message: 'requests must be of type application/json' })
    const body = await readJson(request)
    const problem = problemOf(body, maxRunTimeout)
    if (problem) return answer(response, 400, { message: problem })
    seen.push(body)
    answer(response, 200, { language: body.language, version: body.version, ...executed(body) })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    setDown(value: boolean) {
      down = value
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function problemOf(body: Execute, maxRunTimeout: number): string | undefined {
  if (typeof body.language !== 'string') return 'language is required as a string'
  if (typeof body.version !== 'string') return 'version is required as a string'
  if (!Array.isArray(body.files) || body.files.length === 0) return 'files is required as an array'
  if (body.files.some(({ content }) => typeof content !== 'string')) return 'files[0].content is required as a string'
  if (!runtimes.some(({ language, version }) => language === body.language && version === body.version))
    return `${body.language}-${body.version} runtime is unknown`
  if ((body.run_timeout ?? 0) > maxRunTimeout)
    return `run_timeout cannot exceed the configured limit of ${maxRunTimeout}`
  if ((body.compile_timeout ?? 0) > maxCompileTimeout)
    return `compile_timeout cannot exceed the configured limit of ${maxCompileTimeout}`
  return undefined
}

function executed({ language, files: [file], stdin }: Execute): object {
  const source = file!.content
  const compiled = language === 'c' || language === 'java'
  const wanted = /simulate: (\w+)/.exec(source)?.[1]
  if (wanted === 'compile') {
    const stderr = 'main.c: In function ‘main’:\nmain.c:2:3: error: ‘x’ undeclared\n'
    return { compile: stage({ stderr, output: stderr, code: 1 }), run: stage({ code: null }) }
  }
  const run = {
    timeout: stage({ code: null, signal: 'SIGKILL', status: 'TO', message: 'Time limit exceeded' }),
    output: stage({ stdout: 'x'.repeat(1_000), code: null, signal: 'SIGKILL', status: 'OL' }),
    memory: stage({ code: null, signal: 'SIGKILL', status: 'SG', memory: 134_000_000 }),
    error: stage({
      stderr:
        'Traceback (most recent call last):\n  File "/piston/jobs/x/main.py", line 2, in <module>\nValueError: 坏\n',
      code: 1,
      status: 'RE',
    }),
  }[wanted ?? '']
  return {
    ...(compiled && { compile: stage({}) }),
    run: run ?? stage({ stdout: `读到：${stdin}`, output: `读到：${stdin}` }),
  }
}

async function readJson(request: IncomingMessage): Promise<Execute> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString())
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
