import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'

const pageBytes = 65_536
const initialPages = 256
/** Memory of the engine itself, besides the program's objects. */
const engineBytes = 8 * 1024 * 1024

/** Offsets in the structures of the pinned QuickJS version. If a new version moves them, the iterator tests fail. */
const object = { classId: 6, data: 32 }
const iterator = { source: 0, kind: 8, record: 12 }
const record = { isDeleted: 4, link: 8 }
const link = { next: 4 }
const collection = { records: 4 }
const iteratorClasses = new Set([0x2b, 0x2c])
const undefinedTag = 3

const iteratorKinds = ['keys', 'values', 'entries'] as const

export interface IteratorState {
  source: QuickJSHandle
  kind: (typeof iteratorKinds)[number]
  remaining: number
}

/** Memory of one QuickJS engine, with a hard limit. Reads values for which the QuickJS package has no function. */
export class EngineMemory {
  readonly wasm: WebAssembly.Memory
  /** Limit of the program's objects. */
  readonly programBytes: number
  private cell: QuickJSHandle | undefined

  constructor(bytes: number) {
    this.wasm = new WebAssembly.Memory({ initial: initialPages, maximum: bytes / pageBytes })
    this.programBytes = bytes - engineBytes
  }

  get bytes(): number {
    return this.wasm.buffer.byteLength
  }

  /** Whether the program ever used all its memory. A thrown `null` may then mean that no error could be allocated. */
  get wasFull(): boolean {
    return this.bytes >= this.programBytes
  }

  get view(): DataView {
    return new DataView(this.wasm.buffer)
  }

  watch(vm: QuickJSContext): void {
    this.cell = vm.newNumber(0)
  }

  /** Returns a handle of an engine value: stores the value in a cell for a moment and duplicates the cell's handle. */
  handleOf(value: bigint): QuickJSHandle {
    const cell = this.cell!
    const before = this.view.getBigInt64(cell.value, true)
    this.view.setBigInt64(cell.value, value, true)
    const handle = cell.dup()
    this.view.setBigInt64(cell.value, before, true)
    return handle
  }

  /** Returns how many items an iterator of a Map or Set has left, without moving it; undefined for other objects. */
  iteratorState(handle: QuickJSHandle): IteratorState | undefined {
    const { view } = this
    const at = (address: number) => view.getUint32(address, true)
    const address = at(handle.value)
    if (!iteratorClasses.has(view.getUint16(address + object.classId, true))) return undefined
    const data = at(address + object.data)
    const source = this.handleOf(view.getBigInt64(data + iterator.source, true))
    const kind = iteratorKinds[at(data + iterator.kind)]
    if (!kind) return undefined
    let remaining = 0
    // If the iterator has reached the end, its source is undefined, and nothing remains.
    if (at(data + iterator.source + 4) !== undefinedTag) {
      const end = at(at(data + iterator.source) + object.data) + collection.records
      const last = at(data + iterator.record)
      let current = at((last === 0 ? end : last + record.link) + link.next)
      for (; current !== end; current = at(current + link.next))
        if (view.getUint8(current - record.link + record.isDeleted) === 0) remaining++
    }
    return { source, kind, remaining }
  }
}
