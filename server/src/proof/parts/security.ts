import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repoRoot } from '../../root'
import { inShort, judged, runTests } from '../run-tests'
import type { Row, Stage } from '../stage'

/** What is kept secret, what is kept at all, how often something may be done; what people write; what others wrote. */
export async function securityPart(stage: Stage): Promise<Row[]> {
  return [
    ...(await serverRows(stage)),
    ...(await browserRows(stage)),
    await licencesRow(stage),
    auditRow((await run(stage, 'npm', ['audit', '--omit=dev', '--json'])).stdout),
  ]
}

const shown: Record<string, string> = {
  'src/proof/secrets.test.ts': 'security: no secret in the log',
  'src/proof/keys.test.ts': 'security: no key of another service in the log',
  'src/proof/nginx.test.ts': 'security: nginx logs no link, sends no login twice',
  'src/proof/inventory.test.ts': 'security: personal data as documented',
  'src/proof/limits.test.ts': 'security: limits as documented',
}

async function serverRows(stage: Stage): Promise<Row[]> {
  const { tested } = await runTests(stage, { name: 'security', files: Object.keys(shown) })
  return tested.map((one) => judged(shown[one.file]!, [one]))
}

async function browserRows(stage: Stage): Promise<Row[]> {
  const part = 'security: what people write does nothing in a browser'
  const { findChromium } = await import(pathToFileURL(join(repoRoot, 'scripts/chromium.mjs')).href)
  const chromium: string | undefined = findChromium()
  if (!chromium) return [{ part, figure: 'no Chromium here: CHROME_PATH', target: '0 failed', ok: 'not here' }]
  const files = ['e2e/inert.test.ts']
  const variables = { CHROME_PATH: chromium }
  const { tested } = await runTests(stage, { name: 'security-browser', project: 'e2e', files, variables })
  return [judged(part, tested)]
}

async function licencesRow(stage: Stage): Promise<Row> {
  const { status, stderr } = await run(stage, process.execPath, [join(repoRoot, 'scripts/licences.mjs'), '--check'])
  const ok = status === 0
  const figure = ok ? 'every package has one that may be used, or is named' : inShort(stderr)
  return { part: 'security: licences', figure, target: 'none that may not be used', ok }
}

const severities = ['critical', 'high', 'moderate', 'low', 'info'] as const
type Found = Record<(typeof severities)[number], number>

/** Of what `npm audit` says. Without a registry that answers it nothing is known, which is neither good nor bad. */
export function auditRow(said: string): Row {
  const row = { part: 'security: known weaknesses of packages', target: '0 high or critical' }
  const answer = parsed(said) as { message?: string; metadata?: { vulnerabilities: Found } }
  const found = answer.metadata?.vulnerabilities
  if (!found) {
    const why = answer.message ? `: ${inShort(answer.message)}` : ''
    return { ...row, figure: `no registry answered${why}`, ok: 'not here' }
  }
  const figure = severities.map((one) => `${found[one]} ${one}`).join(', ')
  return { ...row, figure, ok: found.critical === 0 && found.high === 0 }
}

function parsed(text: string): object {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Ends with the part. A program that is not there says nothing. */
async function run(stage: Stage, command: string, args: string[]) {
  const child = spawn(command, args, { cwd: repoRoot, stdio: ['ignore', 'pipe', 'pipe'] })
  stage.onEnd(() => child.kill())
  const heard = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      heard[name] += text
    })
  const [status] = await once(child, 'close').catch(() => [null])
  return { status: status as number | null, ...heard }
}
