import { engineLimits } from '../limits'
import { errno, WasiError } from './errno'
import { FileNode, FolderNode, type Node, type PathEntry } from './files'
import { fdflagAppend } from './records'

export interface Descriptor {
  node: Node
  position: number
  append: boolean
  write: boolean
}

/** Descriptor of the root folder, which every program finds open; lower numbers are the standard streams. */
export const rootFd = 3
const openFlag = { create: 1, directory: 2, exclusive: 4, truncate: 8 } as const
const rightFdWrite = 64n

/** Open files of a program. */
export class Descriptors {
  private readonly open = new Map<number, Descriptor>()

  constructor(root: FolderNode) {
    this.open.set(rootFd, { node: root, position: 0, append: false, write: true })
  }

  get(fd: number): Descriptor {
    const found = this.open.get(fd)
    if (!found) throw new WasiError(errno.badf)
    return found
  }

  writableFile(fd: number): FileNode {
    const open = this.get(fd)
    if (!open.write) throw new WasiError(errno.badf)
    return fileOf(open)
  }

  close(fd: number): void {
    const { node } = this.get(fd)
    this.open.delete(fd)
    if (node instanceof FileNode) node.close()
  }

  openPath(place: PathEntry, flags: number, rights: bigint, fdflags: number): number {
    const fd = this.freeNumber()
    const node = place.node ?? createFile(place, flags)
    if (place.node && flags & openFlag.create && flags & openFlag.exclusive) throw new WasiError(errno.exist)
    if (node instanceof FolderNode) {
      if (flags & openFlag.truncate) throw new WasiError(errno.isdir)
    } else {
      if (flags & openFlag.directory) throw new WasiError(errno.notdir)
      if (flags & openFlag.truncate) node.resize(0)
      node.open()
    }
    const append = (fdflags & fdflagAppend) !== 0
    this.open.set(fd, { node, position: 0, append, write: (rights & rightFdWrite) !== 0n })
    return fd
  }

  private freeNumber(): number {
    let fd = rootFd + 1
    while (this.open.has(fd)) fd++
    if (fd >= engineLimits.openFiles) throw new WasiError(errno.mfile)
    return fd
  }
}

function createFile({ folder, name }: PathEntry, flags: number): FileNode {
  if (!(flags & openFlag.create)) throw new WasiError(errno.noent)
  if (flags & openFlag.directory) throw new WasiError(errno.inval)
  return folder.createFile(name)
}

export function fileOf({ node }: Descriptor): FileNode {
  if (node instanceof FolderNode) throw new WasiError(errno.isdir)
  return node
}
