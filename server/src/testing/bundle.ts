import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { serverRoot } from '../root'

/** Builds programs from the sources as they are, so that tests never meet an old build. Answers the folder they are in. */
export function bundle(...entries: string[]) {
  return bundleWith([], ...entries)
}

/** The same with sources changed on the way. */
export async function bundleWith(
  plugins: Plugin[],
  ...entries: string[]
): Promise<{ folder: string; remove(): Promise<void> }> {
  const dist = join(serverRoot, 'dist')
  await mkdir(dist, { recursive: true })
  const folder = await mkdtemp(join(dist, 'test-'))
  await build({
    entryPoints: entries.map((entry) => ({ in: join(serverRoot, 'src', entry), out: basename(entry, '.ts') })),
    outdir: folder,
    bundle: true,
    splitting: true,
    packages: 'external',
    alias: { '@dxx/contract': join(serverRoot, '../contract/src') },
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
    plugins,
  })
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
