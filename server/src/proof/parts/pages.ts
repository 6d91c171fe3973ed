import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoRoot } from '../../root'
import { startFront } from '../front'
import { type Row, type Stage, until } from '../stage'

/** This build with a file that only it has, as every build has some. Answers where its server is. */
function buildWith(stage: Stage, file: string): string {
  const root = join(stage.folder, `build-${file}`)
  mkdirSync(join(root, 'server'), { recursive: true })
  for (const name of ['package.json', 'server/package.json', 'server/dist', 'web/dist'])
    cpSync(join(repoRoot, name), join(root, name), { recursive: true })
  for (const name of ['node_modules', 'server/node_modules', 'server/src', 'contract', 'content'])
    if (existsSync(join(repoRoot, name))) symlinkSync(join(repoRoot, name), join(root, name))
  writeFileSync(join(root, 'web/dist/assets', file), 'export {}')
  return join(root, 'server')
}

/**
 * Pages of two builds ask for their files through the front: while a server of either runs, each with a data folder of its
 * own, and when those of the old build are gone, whose data folders stay.
 */
export async function pagesPart(stage: Stage): Promise<Row[]> {
  const files = { old: 'only-old-1a2b3c4d.js', young: 'only-young-5e6f7a8b.js' }
  const builds = { old: buildWith(stage, files.old), young: buildWith(stage, files.young) }
  const { url } = await stage.newDatabase()
  const folders = [join(stage.folder, 'data-a'), join(stage.folder, 'data-b')]
  const start = (build: string, i: number, port = '0') =>
    stage.start(url, { DXX_DATA_DIR: folders[i]!, PORT: port }, build)
  const servers = [await start(builds.old, 0), await start(builds.young, 1)]
  const front = await startFront(stage, servers)
  const found = async (file: string) => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${front.base}/assets/${file}`)))
    await Promise.all(answers.map((answer) => answer.text()))
    return answers.filter(({ ok, headers }) => ok && headers.get('cache-control')?.includes('immutable')).length
  }
  const both = [await found(files.old), await found(files.young)]
  const nowhere = (await fetch(`${front.base}/assets/nowhere.js`)).status
  await until('the old build is kept', () => existsSync(join(folders[0]!, 'builds/assets', files.old)))
  const { port } = new URL(servers[0]!.base)
  await servers[0]!.stop()
  servers[0] = await start(builds.young, 0, port)
  const later = await found(files.old)
  return [
    {
      part: 'operations: pages of two builds',
      figure: `behind ${front.kind}: ${both[0]} of 20 files of the old build and ${both[1]} of 20 of the new while both run, ${later} of 20 of the old one after it; one of neither: ${nowhere}`,
      target: '20, 20, 20; 404',
      ok: [...both, later].every((count) => count === 20) && nowhere === 404,
    },
  ]
}
