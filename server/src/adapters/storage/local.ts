import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Storage } from './storage'
import { uploadToken } from './upload-token'

export interface LocalSettings {
  dataDir: string
  secret: string
}

const safeKey = /^[a-z]\/[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** Folder of incomplete files, on the same disk as complete ones, so that the final rename is atomic. */
export const temporaryFolder = ({ dataDir }: Pick<LocalSettings, 'dataDir'>) => join(dataDir, 'media', 'tmp')

/** Removes incomplete files that a crash has left; no database row refers to them. */
export async function removeAbandoned(config: Pick<LocalSettings, 'dataDir'>, before: number): Promise<void> {
  const folder = temporaryFolder(config)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const file = join(folder, name)
    // The file is missing if it was completed and renamed meanwhile.
    const found = await stat(file).catch(() => null)
    if (found && found.mtimeMs < before * 1000) await rm(file, { force: true })
  }
}

/** Storage in a folder below the data folder. */
export function localStorage({ dataDir, secret }: LocalSettings): Storage {
  const root = join(dataDir, 'media')
  const fileOf = (key: string) => {
    if (!safeKey.test(key)) throw new Error(`not a storage key: ${key}`)
    return join(root, key)
  }

  return {
    async put(key, body) {
      const file = fileOf(key)
      const temporary = join(temporaryFolder({ dataDir }), randomUUID())
      await mkdir(dirname(temporary), { recursive: true })
      await mkdir(dirname(file), { recursive: true })
      try {
        if (!Buffer.isBuffer(body)) await copyFile(body.path, temporary)
        const handle = await open(temporary, Buffer.isBuffer(body) ? 'w' : 'r+')
        try {
          if (Buffer.isBuffer(body)) await handle.writeFile(body)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(temporary, file)
      } finally {
        await rm(temporary, { force: true })
      }
    },

    async size(key) {
      try {
        const found = await stat(fileOf(key))
        return found.isFile() ? found.size : null
      } catch (error) {
        if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
        throw error
      }
    },

    read: async (key, range) => createReadStream(fileOf(key), range),

    remove: (key) => rm(fileOf(key), { force: true }),

    uploadLink: async (key, { bytes, expiresAt }) => ({
      url: `/media/upload/${uploadToken(secret, { key, bytes, expiresAt })}`,
      headers: {},
    }),
  }
}
