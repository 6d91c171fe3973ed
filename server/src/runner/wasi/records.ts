import { errno } from './errno'
import { FolderNode, type Node } from './files'
import type { GuestMemory } from './memory'

/** The functions of this file write the results of WASI calls into the program's memory. */

const filetype = { characterDevice: 2, directory: 3, regular: 4 } as const
const rights = { read: 2n, write: 64n, all: 0x1fffffffn } as const
const encoder = new TextEncoder()

export const fdflagAppend = 1

export function writeListSizes(memory: GuestMemory, list: string[], count: number, size: number): number {
  memory.setU32(count, list.length)
  const bytes = list.reduce((sum, item) => sum + encoder.encode(item).length + 1, 0)
  memory.setU32(size, bytes)
  return errno.success
}

export function writeList(memory: GuestMemory, list: string[], pointers: number, buffer: number): number {
  let at = buffer
  for (const [index, item] of list.entries()) {
    const bytes = encoder.encode(`${item}\0`)
    memory.setU32(pointers + 4 * index, at)
    memory.slice(at, bytes.length).set(bytes)
    at += bytes.length
  }
  return errno.success
}

/**
 * Writes the state of a standard stream. Output is a terminal, so that programs flush each line and no line is lost if
 * a program is terminated. Input is a file, because it is complete before the program starts.
 */
export function writeStreamFdstat(memory: GuestMemory, out: number, fd: number): number {
  if (fd === 0) return fdstat(memory, out, filetype.regular, 0, rights.read)
  return fdstat(memory, out, filetype.characterDevice, 0, rights.write)
}

export function writeFdstat(memory: GuestMemory, out: number, open: { node: Node; append: boolean }): number {
  return fdstat(memory, out, typeOf(open.node), open.append ? fdflagAppend : 0, rights.all)
}

function fdstat({ view }: GuestMemory, out: number, type: number, flags: number, allowed: bigint): number {
  const at = out >>> 0
  view.setUint8(at, type)
  view.setUint16(at + 2, flags, true)
  view.setBigUint64(at + 8, allowed, true)
  view.setBigUint64(at + 16, allowed, true)
  return errno.success
}

export function writeStreamStat(memory: GuestMemory, out: number, fd: number): number {
  return stat(memory, out, 0n, fd === 0 ? filetype.regular : filetype.characterDevice, 0)
}

export function writeStat(memory: GuestMemory, out: number, node: Node): number {
  return stat(memory, out, node.ino, typeOf(node), node instanceof FolderNode ? 0 : node.size)
}

function stat(memory: GuestMemory, out: number, ino: bigint, type: number, size: number): number {
  memory.slice(out, 64).fill(0)
  memory.setU64(out + 8, ino)
  memory.view.setUint8((out >>> 0) + 16, type)
  memory.setU64(out + 24, 1n)
  memory.setU64(out + 32, BigInt(size))
  return errno.success
}

/** Writes as many folder entries as fit, starting at the cookie; the program requests a truncated last entry again. */
export function writeFolder(
  memory: GuestMemory,
  folder: FolderNode,
  { pointer, length, cookie, out }: { pointer: number; length: number; cookie: number; out: number },
): number {
  let used = 0
  for (const [index, [name, entry]] of [...folder.entries].entries()) {
    if (index < cookie) continue
    const bytes = encoder.encode(name)
    const record = new Uint8Array(24 + bytes.length)
    const view = new DataView(record.buffer)
    view.setBigUint64(0, BigInt(index + 1), true)
    view.setBigUint64(8, entry.ino, true)
    view.setUint32(16, bytes.length, true)
    view.setUint8(20, typeOf(entry))
    record.set(bytes, 24)
    const part = record.subarray(0, length - used)
    memory.slice(pointer + used, part.length).set(part)
    used += part.length
    if (used === length) break
  }
  memory.setU32(out, used)
  return errno.success
}

function typeOf(node: Node): number {
  return node instanceof FolderNode ? filetype.directory : filetype.regular
}
