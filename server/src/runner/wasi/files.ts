import { engineLimits } from '../limits'
import { errno, WasiError } from './errno'

/** In-memory files. Each program starts with its own empty root, writable up to a quota; nothing is shared. */
export class FileNode {
  readonly ino: bigint
  private bytes: Uint8Array = new Uint8Array(0)
  private length = 0
  private opens = 0
  private unlinked = false

  constructor(private readonly quota: Quota) {
    this.ino = quota.nextIno()
  }

  get size(): number {
    return this.length
  }

  read(position: number, into: Uint8Array): number {
    const part = this.bytes.subarray(position, Math.min(position + into.length, this.length))
    into.set(part)
    return part.length
  }

  write(position: number, data: Uint8Array): void {
    if (position + data.length > this.length) this.resize(position + data.length)
    this.bytes.set(data, position)
  }

  resize(size: number): void {
    this.quota.take(size - this.length)
    if (size > this.bytes.length) {
      const grown = new Uint8Array(Math.min(Math.max(size, this.bytes.length * 2, 1024), engineLimits.fileBytes))
      grown.set(this.bytes.subarray(0, this.length))
      this.bytes = grown
    } else if (size < this.length) {
      // Copies the rest, so that memory that no longer counts for the quota is really freed.
      this.bytes = this.bytes.slice(0, size)
    }
    this.length = size
  }

  open(): void {
    this.opens++
  }

  close(): void {
    this.opens--
    this.releaseIfGone()
  }

  unlink(): void {
    this.unlinked = true
    this.releaseIfGone()
  }

  /** Frees the blocks of a deleted file when it is closed; until then they count for the quota. */
  private releaseIfGone(): void {
    if (this.unlinked && this.opens === 0) this.resize(0)
  }
}

export class FolderNode {
  readonly ino: bigint
  readonly entries = new Map<string, FileNode | FolderNode>()

  constructor(private readonly quota: Quota) {
    this.ino = quota.nextIno()
  }

  createFile(name: string): FileNode {
    const file = new FileNode(this.quota)
    this.add(name, file)
    return file
  }

  createFolder(name: string): void {
    if (this.entries.has(name)) throw new WasiError(errno.exist)
    this.add(name, new FolderNode(this.quota))
  }

  remove(name: string): void {
    const node = this.entries.get(name)
    if (!node) throw new WasiError(errno.noent)
    this.quota.takeEntry(-1)
    this.entries.delete(name)
    if (node instanceof FileNode) node.unlink()
  }

  private add(name: string, node: FileNode | FolderNode): void {
    if (new TextEncoder().encode(name).length > 255) throw new WasiError(errno.nametoolong)
    this.quota.takeEntry(1)
    this.entries.set(name, node)
  }

  /** Moves an entry into this folder; replaces an existing entry of that name. */
  adopt(name: string, from: FolderNode, oldName: string): void {
    if (from === this && name === oldName) return
    const node = from.entries.get(oldName)
    if (!node) throw new WasiError(errno.noent)
    if (this.entries.has(name)) this.remove(name)
    from.entries.delete(oldName)
    this.entries.set(name, node)
  }
}

export type Node = FileNode | FolderNode

/** Quota and inode numbers of one program; counted per program, so that they reveal nothing about other programs. */
export class Quota {
  private bytes = 0
  private entries = 0
  private lastIno = 0n

  nextIno(): bigint {
    this.lastIno += 1n
    return this.lastIno
  }

  take(bytes: number): void {
    if (this.bytes + bytes > engineLimits.fileBytes) throw new WasiError(errno.nospc)
    this.bytes += bytes
  }

  takeEntry(count: number): void {
    if (this.entries + count > engineLimits.fileCount) throw new WasiError(errno.nospc)
    this.entries += count
  }
}

export function freshRoot(): FolderNode {
  return new FolderNode(new Quota())
}

export interface PathEntry {
  folder: FolderNode
  name: string
  node: Node | undefined
}

/** Resolves a path from a folder. There are no symbolic links, and `..` does not leave the root. */
export function lookUp(from: Node, path: string): PathEntry {
  if (!(from instanceof FolderNode)) throw new WasiError(errno.notdir)
  const trail = [from]
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  let place: PathEntry = { folder: from, name: '.', node: from }
  for (const [index, part] of parts.entries()) {
    if (part === '..') {
      if (trail.length === 1) throw new WasiError(errno.notcapable)
      trail.pop()
      place = { folder: trail.at(-2) ?? trail[0]!, name: '.', node: trail.at(-1)! }
      continue
    }
    const folder = trail.at(-1)!
    const node = folder.entries.get(part)
    place = { folder, name: part, node }
    if (index === parts.length - 1) return place
    if (!node) throw new WasiError(errno.noent)
    if (!(node instanceof FolderNode)) throw new WasiError(errno.notdir)
    trail.push(node)
  }
  return place
}
