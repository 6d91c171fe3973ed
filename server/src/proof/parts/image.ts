import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { repoRoot } from '../../root'
import type { EmbeddedLanguage } from '../../runner/program'
import { freePort } from '../../testing/free-port'
import { clientAt, loggedIn, type Row, type Stage, seconds, until } from '../stage'

/**
 * What deploy/Dockerfile makes, without Docker: the repository less what .dockerignore names, the builds, the packages after
 * `npm prune`, in a folder of its own; started by its CMD with its ENV, checked by its HEALTHCHECK, and the commands that
 * docs/deploy.md runs in it. The system below it, its user and its Node.js are this machine's, which the rows say.
 */
export async function imagePart(stage: Stage): Promise<Row[]> {
  const dockerfile = readFileSync(join(repoRoot, 'deploy/Dockerfile'), 'utf8')
  const app = join(stage.folder, 'image', 'app')
  layIn(dockerfile, app)
  const laidIn = filesOf(app)
  const { db, url } = await stage.emptyDatabase()
  const other = await stage.emptyDatabase()
  const port = String(await freePort())
  const variables = {
    PATH: process.env.PATH,
    HOME: stage.folder,
    ...environmentOf(dockerfile),
    PORT: port,
    DXX_DATA_DIR: join(stage.folder, 'image', 'data'),
    DATABASE_URL: url,
    DXX_SECRET: 'only for a proof, 32 characters or more',
    DXX_PUBLIC_URL: 'https://study.example.cn',
    DXX_SMS: 'aliyun',
    DXX_SMS_KEY_ID: 'key',
    DXX_SMS_KEY_SECRET: 'secret',
    DXX_SMS_SIGN: '多享学',
    DXX_SMS_TEMPLATE: 'SMS_1',
    LOG_LEVEL: 'silent',
  }
  const [program = '', ...args] = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)![1]!) as string[]
  const node = spawnSync(program, ['-v'], { env: variables, encoding: 'utf8' }).stdout.trim().slice(1)
  const wanted = [...dockerfile.matchAll(/^FROM node:(\d+)/gm)].at(-1)![1]
  const rows: Row[] = []
  const say = (what: string, figure: string, target: string, ok: boolean) =>
    rows.push({
      part: `image: ${what}`,
      figure: `on Node ${node}, the image has ${wanted}: ${figure}`,
      target,
      ok,
    })

  const begin = performance.now()
  const child = spawn(program, args, { cwd: app, env: variables, stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(child, 'exit')
  stage.onEnd(() => {
    child.kill()
    return exited
  })
  const base = `http://127.0.0.1:${port}`
  const check = /^ +CMD node -e "(.*)"$/m.exec(dockerfile)![1]!.replace(':3000/', `:${port}/`)
  await until('the image is healthy', () => spawnSync(program, ['-e', check]).status === 0)
  const took = ((performance.now() - begin) / 1000).toFixed(1)
  const page = await fetch(base)
  const asset = /\/assets\/[^"]+\.js/.exec(await page.text())?.[0] ?? ''
  const statuses = [page.status, (await fetch(base + asset)).status]
  say(
    'starts',
    `healthy in ${took} s; page and script ${statuses.join(', ')}`,
    '200, 200',
    String(statuses) === '200,200',
  )

  const file = join(stage.folder, 'image', 'backup.dxx')
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
  run('content', ['import', 'content'])
  run('ops', ['orders', 'list'])
  run('ops', ['exams', 'list'])
  run('backup', [file])
  run('restore', [file], { DATABASE_URL: other.url })
  const count = async (of: Db) =>
    (await sql<{ n: number }>`select count(*)::int as n from curricula`.execute(of)).rows[0]!.n
  const [here, there] = [await count(db), failed.length ? 0 : await count(other.db)]
  say(
    'commands',
    `content, ops ×2, backup, restore: ${failed.length} failed${failed[0] ? ` (${failed[0]})` : ''}; ${here} titles, ${there} restored`,
    '0 failed, all restored',
    failed.length === 0 && here > 0 && here === there,
  )
  const ran = await runPrograms(db, base)
  say(
    'programs',
    ran.join(', '),
    'all print 42',
    ran.every((line) => line.endsWith(' 42')),
  )
  // In the image they belong to root, and the server is another user.
  const now = filesOf(app)
  const written = [...new Set([...laidIn.keys(), ...now.keys()])].filter((file) => laidIn.get(file) !== now.get(file))
  say(
    'its own files',
    `${written.length} of ${laidIn.size} changed by all this${written[0] ? ` (${written[0]})` : ''}`,
    '0',
    written.length === 0,
  )
  return rows
}

/** Every file below a folder, with what shows that it was written. */
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

/** As much of .dockerignore as ours uses. */
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

function layIn(dockerfile: string, app: string): void {
  for (const line of ['COPY . .', 'COPY --from=build /app /app', 'npm prune --omit=dev'])
    if (!dockerfile.includes(line))
      throw new Error(`deploy/Dockerfile has no ${line}: this proof no longer does what it says`)
  mkdirSync(app, { recursive: true })
  const isIgnored = ignored()
  cpSync(repoRoot, app, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => !isIgnored(relative(repoRoot, from)),
  })
  // What `npm run build` and installing made; linked where that can be, since it is much.
  // npm puts packages into a workspace only where two versions of one are needed.
  const made = ['node_modules', 'server/dist', 'web/dist']
  if (existsSync(join(repoRoot, 'server/node_modules'))) made.push('server/node_modules')
  for (const folder of made) {
    const paths = [join(repoRoot, folder), join(app, folder)]
    if (spawnSync('cp', ['-alT', ...paths]).status === 0) continue
    const copied = spawnSync('cp', ['-aT', ...paths], { encoding: 'utf8' })
    if (copied.status !== 0) throw new Error(`${folder} cannot be copied: ${copied.stderr.slice(0, 300)}`)
  }
  // npm removes packages, but into this file it writes: it must not be the one of the repository.
  const list = 'node_modules/.package-lock.json'
  rmSync(join(app, list))
  cpSync(join(repoRoot, list), join(app, list))
  const pruned = spawnSync('npm', ['prune', '--omit=dev', '--no-audit', '--no-fund', '--offline'], {
    cwd: app,
    encoding: 'utf8',
  })
  if (pruned.status !== 0) throw new Error(`npm prune: ${pruned.stderr.slice(0, 300)}`)
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
  const user = { nickname: '新同学', mobile: '13700000009', created_at: seconds() }
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  const client = clientAt(base, await loggedIn(db, id))
  const said: string[] = []
  for (const [language, source] of Object.entries(programs)) {
    const { data, msg } = await client.send('POST /v1/runcode', { language, source })
    // The last line: above the one of a query stand its columns.
    said.push(
      `${language} ${String(data.stdout ?? msg)
        .trim()
        .split('\n')
        .at(-1)}`,
    )
  }
  return said
}
