import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { repoRoot } from '../../../server/src/base/paths'
import { startTracing } from '../../../server/src/base/start-tracing'
import { enqueue } from '../../../server/src/jobs/queue'
import { startTestApp, type TestApp } from '../../../server/src/testing/app'
import { silent } from '../../../server/src/testing/database'
import { freePort } from '../../../server/src/testing/free-port'

const folder = join(repoRoot, 'deploy/monitoring')
const isInstalled = spawnSync('sh', ['-c', 'command -v promtool && command -v prometheus']).status === 0

const ruleFile = readFileSync(join(folder, 'rules.yml'), 'utf8')
const alerts = new Set([...ruleFile.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!))
const { panels } = JSON.parse(readFileSync(join(folder, 'grafana.json'), 'utf8')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}

describe('alert rules', () => {
  it('the tests of the rules expect every alert at least once', () => {
    const tested = readFileSync(join(import.meta.dirname, 'rules.test.yml'), 'utf8')
    const untested = [...alerts].filter((name) => !new RegExp(`alertname: ${name}\\n +exp_alerts:`).test(tested))
    expect(untested).toEqual([])
  })

  it.runIf(isInstalled)(
    'alert rules fire for their causes and not otherwise, tested by promtool',
    () => {
      const tests = join(import.meta.dirname, 'rules.test.yml')
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', tests], { encoding: 'utf8' })
      expect(stdout + stderr).toContain('SUCCESS')
      expect(status).toBe(0)
    },
    120_000,
  )
})

describe.runIf(isInstalled)('Prometheus with a running server', () => {
  let app: TestApp
  let address: string
  const ends: (() => unknown)[] = []

  beforeAll(async () => {
    // Nothing receives the traces; their ids are in the metrics all the same.
    ends.push(startTracing({ endpoint: `http://127.0.0.1:${await freePort()}`, share: 1 }, silent))
    app = await startTestApp({ metricsToken: 'figures' })
    ends.push(() => app.close())
    // Reports two standbys without starting them.
    const states = () => [
      { usable: true, lagMs: 20 },
      { usable: false, lagMs: null },
    ]
    Object.assign(app.env, { replicas: { states, reads: { standby: 3, primary: 1 } } })
    await enqueue(app.db, 'send_broadcasts', {}, { runAt: app.clock.now() - 7 })
    const data = mkdtempSync(join(tmpdir(), 'dxx-prometheus-'))
    ends.push(() => rmSync(data, { recursive: true }))
    writeFileSync(join(data, 'token'), 'figures')
    writeFileSync(join(data, 'rules.yml'), ruleFile)
    const settings = readFileSync(join(folder, 'prometheus.yml'), 'utf8')
      .replaceAll('15s', '1s')
      .replace('/etc/prometheus/duoxiangxue-token', join(data, 'token'))
      .replace("'10.0.0.11:3001', '10.0.0.12:3001'", `'${new URL(app.base).host}'`)
    writeFileSync(join(data, 'prometheus.yml'), settings)
    const port = await freePort()
    address = `http://127.0.0.1:${port}`
    const files = [
      `--config.file=${data}/prometheus.yml`,
      `--storage.tsdb.path=${data}/data`,
      '--enable-feature=exemplar-storage',
    ]
    const prometheus = spawn('prometheus', [...files, `--web.listen-address=127.0.0.1:${port}`], { stdio: 'ignore' })
    ends.push(async () => {
      const ended = once(prometheus, 'exit')
      prometheus.kill()
      await ended
    })
    // Saves without a session are refused, but each refusal is a response and is counted.
    const traffic = setInterval(() => void app.guest.send('POST /v1/exam_save', {}).catch(() => {}), 200)
    ends.push(() => clearInterval(traffic))
    const isScraped = () => query('increase(dxx_request_seconds_count{route="/api/v1/exam_save"}[1m]) > 0')
    await vi.waitFor(async () => expect(await isScraped()).not.toEqual([]), { timeout: 60_000, interval: 500 })
  }, 120_000)
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  async function query(expression: string): Promise<unknown[]> {
    const answer = await fetch(`${address}/api/v1/query?query=${encodeURIComponent(expression)}`).catch(() => null)
    if (!answer) return []
    const body = (await answer.json()) as { error?: string; data?: { result: unknown[] } }
    if (!body.data) throw new Error(`${expression}: ${body.error}`)
    return body.data.result
  }

  it.each(panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)))(
    'the panel %s of the dashboard shows figures: %s',
    async (_title, expression) => {
      const found = () => query(expression.replaceAll('$__rate_interval', '1m'))
      await expect.poll(found).not.toEqual([])
    },
  )

  it('Prometheus stores the traces of responses as exemplars', async () => {
    const exemplars = async () => {
      const range = `start=${Date.now() / 1000 - 600}&end=${Date.now() / 1000 + 60}`
      const found = await fetch(`${address}/api/v1/query_exemplars?query=dxx_request_seconds_bucket&${range}`)
      const { data } = (await found.json()) as { data: { exemplars: { labels: { trace_id: string } }[] }[] }
      return data.flatMap((series) => series.exemplars.map(({ labels }) => labels.trace_id))
    }
    await expect.poll(exemplars).toContainEqual(expect.stringMatching(/^[0-9a-f]{32}$/))
  })

  interface Rule {
    type: 'alerting' | 'recording'
    name: string
    query: string
    health: string
    lastError?: string
  }
  async function loadedRules(): Promise<Rule[]> {
    const answer = await fetch(`${address}/api/v1/rules`)
    const { data } = (await answer.json()) as { data: { groups: { rules: Rule[] }[] } }
    return data.groups.flatMap((group) => group.rules)
  }

  it('Prometheus evaluates all rules without an error', async () => {
    const outcomes = async () =>
      new Set(
        (await loadedRules()).map(({ name, health, lastError }) => (lastError ? `${name}: ${lastError}` : health)),
      )
    await expect.poll(outcomes).toEqual(new Set(['ok']))
    const names = (await loadedRules()).flatMap(({ type, name }) => (type === 'alerting' ? name : []))
    expect(new Set(names)).toEqual(alerts)
  })

  it('every recorded figure is computed from the metrics of the server', async () => {
    const recorded = (await loadedRules()).filter(({ type }) => type === 'recording')
    expect(recorded).toHaveLength(15)
    for (const { name, query: expression } of recorded)
      await expect.poll(() => query(expression), { message: name }).not.toEqual([])
  })

  it('every metric that an alert compares is sent by the server', async () => {
    const compared = (await loadedRules()).filter(({ type }) => type === 'alerting')
    const names = compared.flatMap((rule) => rule.query.match(/\b(?:dxx|nodejs)_\w+/g) ?? [])
    const missing: string[] = []
    for (const name of new Set(names)) if ((await query(name)).length === 0) missing.push(name)
    expect(missing).toEqual([])
  })
})
