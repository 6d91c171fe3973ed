import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoRoot } from '../../../server/src/base/paths'
import { type ScenarioRow, type VerifyEnvironment, waitUntil } from '../environment'
import { startLoadBalancer } from '../nginx'

/** Copies this build and adds an asset that only the copy has, as in a different build. Returns its server folder. */
function buildWith(environment: VerifyEnvironment, file: string): string {
  const root = join(environment.folder, `build-${file}`)
  mkdirSync(join(root, 'server'), { recursive: true })
  for (const name of ['package.json', 'server/package.json', 'server/dist', 'web/dist'])
    cpSync(join(repoRoot, name), join(root, name), { recursive: true })
  for (const name of ['node_modules', 'server/node_modules', 'server/src', 'contract', 'content'])
    if (existsSync(join(repoRoot, name))) symlinkSync(join(repoRoot, name), join(root, name))
  writeFileSync(join(root, 'web/dist/assets', file), 'export {}')
  return join(root, 'server')
}

/**
 * Requests assets of two builds through the load balancer: while a server of each build runs, with separate data
 * folders, and after the server of the previous build has stopped and only its data folder is left.
 */
export async function pagesScenario(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const files = { old: 'only-old-1a2b3c4d.js', young: 'only-young-5e6f7a8b.js' }
  const builds = { old: buildWith(environment, files.old), young: buildWith(environment, files.young) }
  const { url } = await environment.newDatabase()
  const folders = [join(environment.folder, 'data-a'), join(environment.folder, 'data-b')]
  const start = (build: string, i: number, port = '0') =>
    environment.start(url, { DXX_DATA_DIR: folders[i]!, PORT: port }, build)
  const servers = [await start(builds.old, 0), await start(builds.young, 1)]
  const front = await startLoadBalancer(environment, servers)
  const found = async (file: string) => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${front.base}/assets/${file}`)))
    await Promise.all(answers.map((answer) => answer.text()))
    return answers.filter(({ ok, headers }) => ok && headers.get('cache-control')?.includes('immutable')).length
  }
  const both = [await found(files.old), await found(files.young)]
  const nowhere = (await fetch(`${front.base}/assets/nowhere.js`)).status
  await waitUntil('the old build is kept', () => existsSync(join(folders[0]!, 'builds/assets', files.old)))
  const { port } = new URL(servers[0]!.base)
  await servers[0]!.stop()
  servers[0] = await start(builds.young, 0, port)
  const foundAfter = await found(files.old)
  return [
    {
      label: 'pages of two builds',
      result: `behind ${front.kind}; while both run: ${both[0]} of 20 files of the previous build, ${both[1]} of 20 of the new one; after the previous build's servers have stopped: ${foundAfter} of 20 of its files; a file of neither: ${nowhere}`,
      target: '20, 20, 20; 404',
      ok: [...both, foundAfter].every((count) => count === 20) && nowhere === 404,
    },
  ]
}
