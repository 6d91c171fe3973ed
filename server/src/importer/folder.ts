import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'

/** No text an author writes is larger. */
const maxText = 5 * 1024 * 1024

/** A folder that content is read from: never anything outside it, whatever a manifest or a link says. */
export class ContentFolder {
  private constructor(
    readonly root: string,
    /** How problems name it: relative to what was asked to be imported. */
    readonly label: string,
  ) {}

  static async open(path: string, label = ''): Promise<ContentFolder> {
    return new ContentFolder(await realpath(path), label)
  }

  below(path: string): ContentFolder {
    return new ContentFolder(join(this.root, path), this.name(path))
  }

  name(path: string): string {
    return this.label === '' ? path : `${this.label}/${path}`
  }

  /** The file or folder on disk; null where there is none or it lies outside. */
  async find(path: string): Promise<{ path: string; kind: 'file' | 'folder' } | null> {
    const target = resolve(this.root, path)
    if (path === '' || path.includes('\0') || !isBelow(this.root, target)) return null
    try {
      const real = await realpath(target)
      if (!isBelow(this.root, real)) return null
      const found = await lstat(real)
      return found.isFile() || found.isDirectory() ? { path: real, kind: found.isFile() ? 'file' : 'folder' } : null
    } catch {
      return null
    }
  }

  /** Null where there is no such text; undecodable bytes become U+FFFD, which the renderer reports. */
  async text(path: string): Promise<string | null> {
    const found = await this.find(path)
    if (found?.kind !== 'file' || (await lstat(found.path)).size > maxText) return null
    return (await readFile(found.path, 'utf8')).replaceAll('\r\n', '\n')
  }

  async bytes(path: string): Promise<Buffer | null> {
    const found = await this.find(path)
    return found?.kind === 'file' ? readFile(found.path) : null
  }

  async folders(path: string): Promise<string[]> {
    const found = await this.find(path)
    if (found?.kind !== 'folder') return []
    const entries = await readdir(found.path, { withFileTypes: true })
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort()
  }

  /** Every file below, by its path with forward slashes. */
  async files(path = '.'): Promise<string[]> {
    const found = path === '.' ? { path: this.root, kind: 'folder' } : await this.find(path)
    if (found?.kind !== 'folder') return []
    const entries = await readdir(found.path, { withFileTypes: true, recursive: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.root, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .sort()
  }

  /** Over the names and bytes of these files. */
  async hash(files: string[], salt: string): Promise<Buffer> {
    const hash = createHash('sha256').update(salt)
    for (const file of files) {
      hash.update(`\0${file}\0`)
      for await (const chunk of createReadStream(join(this.root, file))) hash.update(chunk)
    }
    return hash.digest()
  }
}

const isBelow = (root: string, path: string) => path === root || path.startsWith(root + sep)
