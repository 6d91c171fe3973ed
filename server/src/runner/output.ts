import { limits } from './limits'

/** Thrown through the program when it has printed too much. */
export class OutputCut extends Error {}

const header = 3
const lengthOf = { 1: 0, 2: 1 } as const
const cutFlag = 2

/**
 * What a program printed, in memory that the host can read even after the thread was ended in the middle of things.
 * Both streams share one budget.
 */
export class Output {
  private readonly numbers: Int32Array
  private readonly bytes: { 1: Uint8Array; 2: Uint8Array }

  constructor(readonly shared = new SharedArrayBuffer(4 * header + 2 * limits.outputBytes)) {
    this.numbers = new Int32Array(shared, 0, header)
    this.bytes = {
      1: new Uint8Array(shared, 4 * header, limits.outputBytes),
      2: new Uint8Array(shared, 4 * header + limits.outputBytes, limits.outputBytes),
    }
  }

  reset(): void {
    this.numbers.fill(0)
  }

  write(stream: 1 | 2, data: Uint8Array): void {
    const used = this.numbers[0]! + this.numbers[1]!
    const part = data.subarray(0, limits.outputBytes - used)
    this.bytes[stream].set(part, this.numbers[lengthOf[stream]]!)
    this.numbers[lengthOf[stream]]! += part.length
    if (part.length === data.length) return
    this.numbers[cutFlag] = 1
    throw new OutputCut()
  }

  print(stream: 1 | 2, text: string): void {
    this.write(stream, new TextEncoder().encode(text))
  }

  get cut(): boolean {
    return this.numbers[cutFlag] === 1
  }

  /** A character that the cut went through is left out. */
  text(stream: 1 | 2): string {
    const copy = this.bytes[stream].slice(0, this.numbers[lengthOf[stream]]!)
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(copy, { stream: true })
  }
}
