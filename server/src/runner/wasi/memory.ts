import { engineLimits } from '../limits'
import { errno, WasiError } from './errno'

/** Access of WASI calls to the program's memory. Renews its views after the memory has grown. */
export class GuestMemory {
  private memory: WebAssembly.Memory | undefined
  private bytes = new Uint8Array(0)
  private fields = new DataView(new ArrayBuffer(0))

  attach(memory: WebAssembly.Memory): void {
    this.memory = memory
  }

  get size(): number {
    return this.memory?.buffer.byteLength ?? 0
  }

  get view(): DataView {
    this.renew()
    return this.fields
  }

  slice(pointer: number, length: number): Uint8Array {
    this.renew()
    const start = pointer >>> 0
    return this.bytes.subarray(start, start + (length >>> 0))
  }

  text(pointer: number, length: number): string {
    return new TextDecoder().decode(this.slice(pointer, length))
  }

  u32(pointer: number): number {
    return this.view.getUint32(pointer >>> 0, true)
  }

  setU32(pointer: number, value: number): void {
    this.view.setUint32(pointer >>> 0, value, true)
  }

  setU64(pointer: number, value: bigint): void {
    this.view.setBigUint64(pointer >>> 0, value, true)
  }

  /** Returns the buffers of a list of iovecs. */
  vectors(pointer: number, count: number): Uint8Array[] {
    if (count >>> 0 > engineLimits.listItems) throw new WasiError(errno.inval)
    const parts: Uint8Array[] = []
    for (let index = 0; index < count; index++) {
      const at = (pointer >>> 0) + 8 * index
      parts.push(this.slice(this.u32(at), this.u32(at + 4)))
    }
    return parts
  }

  private renew(): void {
    if (!this.memory || this.bytes.buffer === this.memory.buffer) return
    this.bytes = new Uint8Array(this.memory.buffer)
    this.fields = new DataView(this.memory.buffer)
  }
}
