import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { repoRoot } from '../../../server/src/base/paths'
import type { Db } from '../../../server/src/db/connection'
import type { EmbeddedLanguage } from '../../../server/src/runner/program'
import { samplePassword } from '../../../server/src/seed/sample-accounts'
import { freePort } from '../../../server/src/testing/free-port'
import {
  clientAt,
  createSessionToken,
  currentUnixSeconds,
  type ScenarioRow,
  type VerifyEnvironment,
  waitUntil,
} from '../environment'

/**
 * Rebuilds the result of deploy/Dockerfile without Docker: the repository without the files of .dockerignore, the
 * builds and the packages of the server, in its own folder; started by its CMD with its ENV, checked by its
 * HEALTHCHECK, with the commands that docs/deploy.md runs in it. Operating system, user and Node.js are this machine's,
 * which the rows state.
 */
export async function imageScenario(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const dockerfile = readFileSync(join(repoRoot, 'deploy/Dockerfile'), 'utf8')
  const app = join(environment.folder, 'image', 'app')
  await layIn(dockerfile, app)
  const laidIn = filesOf(app)
  const { db, url } = await environment.emptyDatabase()
  const other = await environment.emptyDatabase()
  const port = String(await freePort())
  const variables = variablesOf(environment, dockerfile, { PORT: port, DATABASE_URL: url })
  const [program = '', ...args] = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)![1]!) as string[]
  const node = spawnSync(program, ['-v'], { env: variables, encoding: 'utf8' }).stdout.trim().slice(1)
  const wanted = [...dockerfile.matchAll(/^FROM node:(\d+)/gm)].at(-1)![1]
  const rows: ScenarioRow[] = []
  const addRow = (what: string, result: string, target: string, ok: boolean) =>
    rows.push({
      label: `image: ${what}`,
      result: `on Node ${node}, the image has ${wanted}: ${result}`,
      target,
      ok,
    })

  const samples = filesWithSamples(app, [...laidIn.keys()])
  addRow('files with sample accounts', [samples.length, ...samples].slice(0, 2).join(' '), '0', samples.length === 0)
  const begin = performance.now()
  const child = spawn(program, args, { cwd: app, env: variables, stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(child, 'exit')
  environment.onEnd(() => {
    child.kill()
    return exited
  })
  const base = `http://127.0.0.1:${port}`
  const check = /^ +CMD node -e "(.*)"$/m.exec(dockerfile)![1]!.replace(':3000/', `:${port}/`)
  await waitUntil('the image is healthy', () => spawnSync(program, ['-e', check]).status === 0)
  const took = ((performance.now() - begin) / 1000).toFixed(1)
  const page = await fetch(base)
  const asset = /\/assets\/[^"]+\.js/.exec(await page.text())?.[0] ?? ''
  const statuses = [page.status, (await fetch(base + asset)).status]
  addRow(
    'start',
    `healthy in ${took} s; page and script ${statuses.join(', ')}`,
    '200, 200',
    String(statuses) === '200,200',
  )

  const file = join(environment.folder, 'image', 'backup.dxx')
  const failed: string[] = []
  const run = (name: string, words: string[], more = {}) => {
    const env = { ...variables, ...more }
    const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', name, '--', ...words], {
      cwd: app,
      env,
      encoding: 'utf8',
    })
    if (status !== 0) failed.push(`${name}: ${(stderr || stdout).trim().slice(0, 200)}`)
  }
  // A school brings its own content; the sample content is not in the image.
  run('content', ['import', join(repoRoot, 'content')])
  run('ops', ['orders', 'list'])
  run('ops', ['exams', 'list'])
  run('backup', [file])
  run('restore', [file], { DATABASE_URL: other.url })
  const count = async (of: Db) =>
    (await sql<{ n: number }>`select count(*)::int as n from curricula`.execute(of)).rows[0]!.n
  const [here, there] = [await count(db), failed.length ? 0 : await count(other.db)]
  addRow(
    'commands (content, ops ×2, backup, restore)',
    `${failed.length} failed${failed[0] ? ` (${failed[0]})` : ''}; ${here} titles, ${there} restored`,
    '0 failed, all restored',
    failed.length === 0 && here > 0 && here === there,
  )
  const ran = await runPrograms(db, base)
  addRow(
    'programs',
    ran.join(', '),
    'all print 42',
    ran.every((line) => line.endsWith(' 42')),
  )
  // The server must not change its own files: in the image they belong to root, and it runs as another user.
  const now = filesOf(app)
  const written = [...new Set([...laidIn.keys(), ...now.keys()])].filter((file) => laidIn.get(file) !== now.get(file))
  addRow(
    'its own files after all of this',
    `${written.length} of ${laidIn.size} changed${written[0] ? ` (${written[0]})` : ''}`,
    '0',
    written.length === 0,
  )
  return rows
}

/** Environment of the container: the variables of the image, and those that docs/deploy.md requires. */
const variablesOf = (
  environment: VerifyEnvironment,
  dockerfile: string,
  more: { PORT: string; DATABASE_URL: string },
) => ({
  PATH: process.env.PATH,
  HOME: environment.folder,
  ...environmentOf(dockerfile),
  ...more,
  DXX_DATA_DIR: join(environment.folder, 'image', 'data'),
  DXX_SECRET: 'only for a test, 32 characters or more',
  DXX_PUBLIC_URL: 'https://study.example.cn',
  DXX_SMS: 'aliyun',
  DXX_SMS_KEY_ID: 'key',
  DXX_SMS_KEY_SECRET: 'secret',
  DXX_SMS_SIGN: '多享学',
  DXX_SMS_TEMPLATE: 'SMS_1',
  LOG_LEVEL: 'silent',
})

/** Files of the builds that contain the password of the sample accounts. */
const filesWithSamples = (app: string, files: string[]) =>
  files.filter(
    (file) => /^(server|web)\/dist\//.test(file) && readFileSync(join(app, file), 'utf8').includes(samplePassword),
  )

/** Returns every file below a folder with size and time of change, to detect writes. */
const filesOf = (folder: string) =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => {
        const file = join(entry.parentPath, entry.name)
        const { size, mtimeMs } = lstatSync(file)
        return [relative(folder, file), `${size} ${mtimeMs}`]
      }),
  )

const environmentOf = (dockerfile: string) =>
  Object.fromEntries(
    /^ENV (.*)$/m
      .exec(dockerfile)![1]!
      .split(' ')
      .map((pair) => pair.split('=')),
  ) as Record<string, string>

/** Implements the subset of .dockerignore that ours uses. */
function ignored(): (path: string) => boolean {
  const patterns = readFileSync(join(repoRoot, '.dockerignore'), 'utf8').trim().split('\n')
  const whole = patterns.map((pattern) => {
    const text = pattern
      .replaceAll('.', '\\.')
      .replace('**/', '(.+/)?')
      .replace(/(?<!\))\*/g, '[^/]*')
    return new RegExp(`^${text}(/|$)`)
  })
  return (path) => whole.some((pattern) => pattern.test(path))
}

async function layIn(dockerfile: string, image: string): Promise<void> {
  for (const line of ['COPY . .', 'node scripts/image-files.mjs /image', 'COPY --from=build /image /app'])
    if (!dockerfile.includes(line))
      throw new Error(`deploy/Dockerfile has no ${line}: this scenario no longer does what it says`)
  const app = `${image}-build`
  mkdirSync(app, { recursive: true })
  const isIgnored = ignored()
  cpSync(repoRoot, app, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => !isIgnored(relative(repoRoot, from)),
  })
  // Output of `npm run build` and of the installation; hard-linked if possible, because it is large. npm puts packages
  // into a workspace only if two versions of one are needed.
  const folders = ['node_modules', 'server/dist', 'web/dist']
  if (existsSync(join(repoRoot, 'server/node_modules'))) folders.push('server/node_modules')
  for (const folder of folders) {
    const paths = [join(repoRoot, folder), join(app, folder)]
    if (spawnSync('cp', ['-alT', ...paths]).status === 0) continue
    const copied = spawnSync('cp', ['-aT', ...paths], { encoding: 'utf8' })
    if (copied.status !== 0) throw new Error(`${folder} cannot be copied: ${copied.stderr.slice(0, 300)}`)
  }
  const { copyImageFiles } = await import(pathToFileURL(join(app, 'scripts/image-files.mjs')).href)
  await copyImageFiles(app, image)
  rmSync(app, { recursive: true, force: true })
}

const programs: Record<EmbeddedLanguage, string> = {
  python: 'print(6 * 7)',
  javascript: 'console.log(6 * 7)',
  typescript: 'const six: number = 6\nconsole.log(six * 7)',
  sql: 'select 6 * 7',
  c: '#include <stdio.h>\nint main(void) { printf("%d\\n", 6 * 7); }',
  cpp: '#include <iostream>\nint main() { std::cout << 6 * 7 << std::endl; }',
}

async function runPrograms(db: Db, base: string): Promise<string[]> {
  const user = { nickname: '新同学', mobile: '13700000009', created_at: currentUnixSeconds() }
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  const client = clientAt(base, await createSessionToken(db, id))
  const outputs: string[] = []
  for (const [language, source] of Object.entries(programs)) {
    const { data, msg } = await client.send('POST /v1/runcode', { language, source })
    // Takes only the last line, because SQL output begins with the column names.
    outputs.push(
      `${language} ${String(data.stdout ?? msg)
        .trim()
        .split('\n')
        .at(-1)}`,
    )
  }
  return outputs
}
