import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { repoRoot } from '../../../server/src/base/paths'
import type { ScenarioRow, VerifyEnvironment } from '../environment'
import { buildTestRow, runTests, shortenError } from '../run-tests'
import { inBrowser } from './tests'

/** Runs the checks of secrets, personal data and limits, of user texts, and of dependencies. */
export async function securityScenario(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  return [
    ...(await serverRows(environment)),
    ...(await browserRows(environment)),
    await licencesRow(environment),
    auditRow((await run(environment, 'npm', ['audit', '--omit=dev', '--json'])).stdout),
  ]
}

const shown: Record<string, string> = {
  'verify/src/security/secrets.test.ts': 'no secret in the log',
  'verify/src/security/keys.test.ts': 'no key of an external service in the log',
  'verify/src/security/nginx.test.ts': 'nginx logs no signed link and sends no login twice',
  'verify/src/security/inventory.test.ts': 'inventory of personal data as documented',
  'verify/src/security/limits.test.ts': 'limits as documented',
}

async function serverRows(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const { tested } = await runTests(environment, { name: 'security', files: Object.keys(shown) })
  return tested.map((one) => buildTestRow(shown[one.file]!, [one]))
}

const browserRows = (environment: VerifyEnvironment) =>
  inBrowser(environment, 'security-browser', 'scripts in user texts do not run in a browser', [
    'e2e/stored-scripts.test.ts',
  ])

async function licencesRow(environment: VerifyEnvironment): Promise<ScenarioRow> {
  const { status, stderr } = await run(environment, process.execPath, [
    join(repoRoot, 'scripts/licences.mjs'),
    '--check',
  ])
  const ok = status === 0
  const result = ok ? 'every package has a permitted one or is listed as an exception' : shortenError(stderr)
  return { label: 'licences', result, target: 'none that is not permitted', ok }
}

const severities = ['critical', 'high', 'moderate', 'low', 'info'] as const
type Found = Record<(typeof severities)[number], number>

/** Row for the output of `npm audit`. Without a reachable registry the result is unknown, neither good nor bad. */
export function auditRow(output: string): ScenarioRow {
  const row = { label: 'known vulnerabilities of packages (`npm audit`)', target: '0 high or critical' }
  const answer = parsed(output) as { message?: string; metadata?: { vulnerabilities: Found } }
  const found = answer.metadata?.vulnerabilities
  if (!found) {
    const why = answer.message ? `: ${shortenError(answer.message)}` : ''
    return { ...row, result: `no registry responded${why}`, ok: 'not run' }
  }
  const result = severities.map((one) => `${found[one]} ${one}`).join(', ')
  return { ...row, result, ok: found.critical === 0 && found.high === 0 }
}

function parsed(text: string): object {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Runs a command, which is killed when the scenario ends. If the program is missing, the output is empty. */
async function run(environment: VerifyEnvironment, command: string, args: string[]) {
  const child = spawn(command, args, { cwd: repoRoot, stdio: ['ignore', 'pipe', 'pipe'] })
  environment.onEnd(() => child.kill())
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  const [status] = await once(child, 'close').catch(() => [null])
  return { status: status as number | null, ...output }
}
