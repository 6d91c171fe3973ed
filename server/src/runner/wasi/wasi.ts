import { randomFillSync } from 'node:crypto'
import { engineLimits } from '../limits'
import { ProgramClock, pollOneoff } from './clock'
import { Descriptors, fileOf, rootFd } from './descriptors'
import { errno, WasiError } from './errno'
import { FolderNode, lookUp, type PathEntry } from './files'
import { GuestMemory } from './memory'
import { preview1 } from './preview1'
import {
  writeFdstat,
  writeFolder,
  writeList,
  writeListSizes,
  writeStat,
  writeStreamFdstat,
  writeStreamStat,
} from './records'

/** Thrown to end the program when it calls exit. */
export class ProgramExit extends Error {
  constructor(readonly code: number) {
    super(`exit ${code}`)
  }
}

/** Thrown if the module imports something that is not provided. */
class ForeignImport extends Error {}

/** Describes the first import that is not a function of WASI. */
export function foreignImport(module: WebAssembly.Module): string | undefined {
  const found = WebAssembly.Module.imports(module).find(
    ({ module: from, name, kind }) => kind !== 'function' || from !== preview1.module || !preview1.names.has(name),
  )
  return found && `程序要导入 ${found.module} 的 ${found.name}，这里只提供标准库，请去掉 import_module、import_name`
}

interface Options {
  args: string[]
  env: string[]
  root: FolderNode
  /** Fills the buffer with the next input and returns the length; 0 is the end. */
  stdin: (into: Uint8Array) => number
  write: (stream: 1 | 2, bytes: Uint8Array) => void
  sleep: (ms: number) => void
  /** Keeps the clocks at 0 while the Python image is being made. */
  isClockStopped?: boolean
}

type Call = (...args: never[]) => number

/**
 * wasi_snapshot_preview1 for untrusted programs: files in memory, no sockets, no processes. Calls of the standard that
 * are not implemented return "not supported"; errors inside a call are returned as error numbers.
 */
export class Wasi {
  readonly memory = new GuestMemory()
  private readonly open: Descriptors
  private readonly clock: ProgramClock

  constructor(private readonly options: Options) {
    this.open = new Descriptors(options.root)
    this.clock = new ProgramClock(options.sleep, options.isClockStopped)
  }

  /** Builds the module's imports. The names come from the program: they are compared, never used as property keys. */
  imports(module: WebAssembly.Module): WebAssembly.Imports {
    const refused = foreignImport(module)
    if (refused) throw new ForeignImport(refused)
    const known = new Map<string, Call>(Object.entries(this.calls()))
    const table: Record<string, Call> = Object.create(null)
    for (const { name } of WebAssembly.Module.imports(module)) {
      const call = known.get(name)
      table[name] = call ? answering(call) : () => errno.nosys
    }
    return Object.assign(Object.create(null), { [preview1.module]: table })
  }

  private calls() {
    return { ...this.processCalls(), ...this.descriptorCalls(), ...this.streamCalls(), ...this.pathCalls() }
  }

  /** Calls for arguments, environment, clocks, random numbers and exit. */
  private processCalls() {
    const { memory, options, clock } = this
    return {
      args_sizes_get: (count: number, size: number) => writeListSizes(memory, options.args, count, size),
      args_get: (pointers: number, buffer: number) => writeList(memory, options.args, pointers, buffer),
      environ_sizes_get: (count: number, size: number) => writeListSizes(memory, options.env, count, size),
      environ_get: (pointers: number, buffer: number) => writeList(memory, options.env, pointers, buffer),
      clock_res_get: (_id: number, out: number) => this.done(() => memory.setU64(out, 1_000n)),
      clock_time_get: (id: number, _precision: bigint, out: number) =>
        this.done(() => memory.setU64(out, clock.now(id))),
      poll_oneoff: (input: number, output: number, count: number, events: number) =>
        pollOneoff(memory, clock, { input, output, count, events }),
      proc_exit: (code: number): number => {
        throw new ProgramExit(code & 255)
      },
      sched_yield: () => errno.success,
      random_get: (pointer: number, length: number) => this.done(() => randomFillSync(memory.slice(pointer, length))),
    }
  }

  /** Calls for the state of open files and folders. */
  private descriptorCalls() {
    const { memory, open } = this
    return {
      fd_advise: () => errno.success,
      fd_sync: () => errno.success,
      fd_datasync: () => errno.success,
      fd_allocate: (fd: number, offset: bigint, length: bigint) => {
        const file = open.writableFile(fd)
        const size = u64(offset) + u64(length)
        if (size > file.size) file.resize(size)
        return errno.success
      },
      fd_close: (fd: number) => this.done(() => open.close(fd)),
      fd_fdstat_get: (fd: number, out: number) =>
        fd < rootFd ? writeStreamFdstat(memory, out, fd) : writeFdstat(memory, out, open.get(fd)),
      fd_fdstat_set_flags: () => errno.success,
      fd_filestat_get: (fd: number, out: number) =>
        fd < rootFd ? writeStreamStat(memory, out, fd) : writeStat(memory, out, open.get(fd).node),
      fd_filestat_set_size: (fd: number, size: bigint) => this.done(() => open.writableFile(fd).resize(u64(size))),
      fd_filestat_set_times: () => errno.success,
      fd_prestat_get: (fd: number, out: number) => {
        if (fd !== rootFd) return errno.badf
        memory.setU32(out, 0)
        memory.setU32(out + 4, 1)
        return errno.success
      },
      fd_prestat_dir_name: (fd: number, pointer: number, length: number) => {
        if (fd !== rootFd || length < 1) return errno.badf
        memory.slice(pointer, 1).set([0x2f])
        return errno.success
      },
      fd_readdir: (fd: number, pointer: number, length: number, cookie: bigint, out: number) => {
        const { node } = open.get(fd)
        if (!(node instanceof FolderNode)) return errno.notdir
        return writeFolder(memory, node, { pointer, length: length >>> 0, cookie: u64(cookie), out })
      },
    }
  }

  /** Calls for reading, writing and seeking. */
  private streamCalls() {
    const { memory, open, options } = this
    return {
      fd_read: (fd: number, vectors: number, count: number, out: number) => {
        if (fd === 0) return this.readInto(vectors, count, out, options.stdin)
        const opened = open.get(fd)
        return this.readInto(vectors, count, out, (into) => {
          const got = fileOf(opened).read(opened.position, into)
          opened.position += got
          return got
        })
      },
      fd_pread: (fd: number, vectors: number, count: number, offset: bigint, out: number) => {
        let position = u64(offset)
        const file = fileOf(open.get(fd))
        return this.readInto(vectors, count, out, (into) => {
          const got = file.read(position, into)
          position += got
          return got
        })
      },
      fd_write: (fd: number, vectors: number, count: number, out: number) => {
        if (fd === 1 || fd === 2) return this.writeFrom(vectors, count, out, (data) => options.write(fd, data))
        const opened = open.get(fd)
        const file = open.writableFile(fd)
        if (opened.append) opened.position = file.size
        return this.writeFrom(vectors, count, out, (data) => {
          file.write(opened.position, data)
          opened.position += data.length
        })
      },
      fd_pwrite: (fd: number, vectors: number, count: number, offset: bigint, out: number) => {
        let position = u64(offset)
        const file = open.writableFile(fd)
        return this.writeFrom(vectors, count, out, (data) => {
          file.write(position, data)
          position += data.length
        })
      },
      fd_seek: (fd: number, offset: bigint, whence: number, out: number) => {
        if (fd < rootFd) return errno.spipe
        const opened = open.get(fd)
        const from = whence === 0 ? 0 : whence === 1 ? opened.position : fileOf(opened).size
        const position = from + Number(offset)
        if (position < 0 || !Number.isSafeInteger(position)) return errno.inval
        opened.position = position
        memory.setU64(out, BigInt(position))
        return errno.success
      },
      fd_tell: (fd: number, out: number) => {
        if (fd < rootFd) return errno.spipe
        memory.setU64(out, BigInt(open.get(fd).position))
        return errno.success
      },
    }
  }

  /** Calls for files and folders by path. */
  private pathCalls() {
    const { memory, open } = this
    return {
      path_open: (
        fd: number,
        _lookup: number,
        path: number,
        pathLength: number,
        flags: number,
        rights: bigint,
        _inheriting: bigint,
        fdflags: number,
        out: number,
      ) => {
        memory.setU32(out, open.openPath(this.place(fd, path, pathLength), flags, rights, fdflags))
        return errno.success
      },
      path_create_directory: (fd: number, path: number, length: number) => {
        const { folder, name } = this.place(fd, path, length)
        return this.done(() => folder.createFolder(name))
      },
      path_filestat_get: (fd: number, _flags: number, path: number, length: number, out: number) => {
        const { node } = this.place(fd, path, length)
        return node ? writeStat(memory, out, node) : errno.noent
      },
      path_filestat_set_times: () => errno.success,
      path_remove_directory: (fd: number, path: number, length: number) => {
        const { folder, name, node } = this.place(fd, path, length)
        if (!node) return errno.noent
        if (!(node instanceof FolderNode)) return errno.notdir
        if (name === '.') return errno.inval
        if (node.entries.size > 0) return errno.notempty
        return this.done(() => folder.remove(name))
      },
      path_unlink_file: (fd: number, path: number, length: number) => {
        const { folder, name, node } = this.place(fd, path, length)
        if (node instanceof FolderNode) return errno.isdir
        return this.done(() => folder.remove(name))
      },
      path_rename: (fd: number, path: number, length: number, toFd: number, toPath: number, toLength: number) => {
        const from = this.place(fd, path, length)
        const to = this.place(toFd, toPath, toLength)
        if (from.name === '.' || to.name === '.') return errno.inval
        if (to.node instanceof FolderNode && to.node.entries.size > 0) return errno.notempty
        return this.done(() => to.folder.adopt(to.name, from.folder, from.name))
      },
      path_readlink: () => errno.inval,
      path_link: () => errno.notsup,
      path_symlink: () => errno.notsup,
    }
  }

  private done(act: () => unknown): number {
    act()
    return errno.success
  }

  private place(fd: number, path: number, length: number): PathEntry {
    if (length >>> 0 > engineLimits.pathBytes) throw new WasiError(errno.nametoolong)
    return lookUp(this.open.get(fd).node, this.memory.text(path, length))
  }

  private readInto(vectors: number, count: number, out: number, read: (into: Uint8Array) => number): number {
    let total = 0
    for (const into of this.memory.vectors(vectors, count)) {
      const got = read(into)
      total += got
      if (got < into.length) break
    }
    this.memory.setU32(out, total)
    return errno.success
  }

  private writeFrom(vectors: number, count: number, out: number, write: (data: Uint8Array) => void): number {
    let total = 0
    for (const data of this.memory.vectors(vectors, count)) {
      if (data.length > 0) write(data)
      total += data.length
    }
    this.memory.setU32(out, total)
    return errno.success
  }
}

/** Converts an unsigned number, which arrives as signed. Values too large to be exact exceed every limit anyway. */
function u64(value: bigint): number {
  return Number(BigInt.asUintN(64, value))
}

/**
 * Wraps a call so that the program gets an error number for a pointer outside its memory (RangeError of DataView) and
 * for wrongly declared types (TypeError).
 */
function answering(call: Call): Call {
  return (...args) => {
    try {
      return call(...args)
    } catch (error) {
      if (error instanceof WasiError) return error.errno
      if ([RangeError, TypeError, SyntaxError].some((type) => error instanceof type)) return errno.inval
      throw error
    }
  }
}
