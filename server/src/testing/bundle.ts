import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { serverRoot } from '../base/paths'

const variable = 'DXX_TEST_BUNDLES'

/** Creates the folder for all bundles of a test run; the run's processes inherit its path and the run removes it. */
export async function bundlesFolder(): Promise<string> {
  const dist = join(serverRoot, 'dist')
  await mkdir(dist, { recursive: true })
  process.env[variable] = await mkdtemp(join(dist, 'test-'))
  return process.env[variable]
}

/** Bundles programs from the current sources, so that tests never use an old build. Returns the bundles' folder. */
export function bundle(...entries: string[]) {
  return bundleWith([], ...entries)
}

/** Like `bundle`, with plugins that change sources. */
export async function bundleWith(
  plugins: Plugin[],
  ...entries: string[]
): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(process.env[variable] ?? (await bundlesFolder()), 'bundle-'))
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
