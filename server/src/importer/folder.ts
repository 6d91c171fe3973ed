import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'

/** Larger than any text an author writes. */
const maxText = 5 * 1024 * 1024

/** A content folder. Nothing outside it is ever read, whatever a manifest or a symbolic link refers to. */
export class ContentFolder {
  private readonly parsed = new Map<string, Promise<unknown>>()

  private constructor(
    readonly root: string,
    /** Name of the folder in problem messages, relative to the imported path. */
    readonly label: string,
    /** A second folder with files that this folder lacks; its files listed in `over` replace files of this folder. */
    private readonly overlay: { root: string; over: ReadonlySet<string> } | null = null,
  ) {}

  static async open(path: string, label = ''): Promise<ContentFolder> {
    return new ContentFolder(await realpath(path), label)
  }

  below(path: string): ContentFolder {
    return new ContentFolder(join(this.root, path), this.name(path))
  }

  withOverlay(root: string, over: ReadonlySet<string>): ContentFolder {
    return new ContentFolder(this.root, this.label, { root, over })
  }

  name(path: string): string {
    return this.label === '' ? path : `${this.label}/${path}`
  }

  /** Returns the file or folder on disk; null if it does not exist or lies outside. */
  async find(path: string): Promise<{ path: string; kind: 'file' | 'folder' } | null> {
    if (!this.overlay) return findBelow(this.root, path)
    const { root, over } = this.overlay
    const [first, second] = over.has(path) ? [root, this.root] : [this.root, root]
    return (await findBelow(first, path)) ?? (await findBelow(second, path))
  }

  /** Returns null if there is no such text; undecodable bytes become U+FFFD, which the renderer reports. */
  async text(path: string): Promise<string | null> {
    const found = await this.find(path)
    if (found?.kind !== 'file' || (await lstat(found.path)).size > maxText) return null
    // Replaces U+0000, which PostgreSQL does not accept, by the replacement character.
    return (await readFile(found.path, 'utf8')).replaceAll('\r\n', '\n').replaceAll('\0', '\uFFFD')
  }

  /** Parses a file written by an export, and caches it. Returns null if it is missing or invalid. */
  json(path: string): Promise<unknown> {
    let known = this.parsed.get(path)
    if (!known) {
      known = this.bytes(path).then((data) => {
        try {
          return data && JSON.parse(data.toString('utf8'))
        } catch {
          return null
        }
      })
      this.parsed.set(path, known)
    }
    return known
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

  /** Lists all files below, as paths with forward slashes. */
  async files(path = '.'): Promise<string[]> {
    const listed = await filesBelow(this.root, path)
    const more = this.overlay ? await filesBelow(this.overlay.root, path) : []
    return [...new Set([...listed, ...more])].sort()
  }

  /** Hashes the names and bytes of these files. */
  async hash(files: string[], salt: string): Promise<Buffer> {
    const hash = createHash('sha256').update(salt)
    for (const file of files) {
      hash.update(`\0${file}\0`)
      for await (const chunk of createReadStream(join(this.root, file))) hash.update(chunk)
    }
    return hash.digest()
  }
}

async function findBelow(root: string, path: string): Promise<{ path: string; kind: 'file' | 'folder' } | null> {
  const target = resolve(root, path)
  if (path === '' || path.includes('\0') || !isBelow(root, target)) return null
  try {
    const real = await realpath(target)
    if (!isBelow(root, real)) return null
    const found = await lstat(real)
    return found.isFile() || found.isDirectory() ? { path: real, kind: found.isFile() ? 'file' : 'folder' } : null
  } catch {
    return null
  }
}

async function filesBelow(root: string, path: string): Promise<string[]> {
  const found = path === '.' ? { path: root, kind: 'folder' } : await findBelow(root, path)
  if (found?.kind !== 'folder') return []
  const entries = await readdir(found.path, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

const isBelow = (root: string, path: string) => path === root || path.startsWith(root + sep)
