import { engineLimits } from './limits'

/** Thrown to end a program that has printed too much. */
export class OutputCut extends Error {}

const header = 4
const lengthOf = { 1: 0, 2: 1 } as const
const cutFlag = 2
const encodedLength = 3
const clockBytes = 3 * 8
const sleeper = new Int32Array(new SharedArrayBuffer(4))

/**
 * Output of a program, in memory that the host can read even after the thread was terminated. Both streams share one
 * budget. Also records the program's sleep time.
 */
export class Output {
  /** Milliseconds of earlier sleeps, then start and end of the current sleep. */
  private readonly slept: Float64Array
  private readonly numbers: Int32Array
  private readonly bytes: { 1: Uint8Array; 2: Uint8Array }

  constructor(readonly shared = new SharedArrayBuffer(clockBytes + 4 * header + 2 * engineLimits.outputBytes)) {
    this.slept = new Float64Array(shared, 0, 3)
    this.numbers = new Int32Array(shared, clockBytes, header)
    const at = clockBytes + 4 * header
    this.bytes = {
      1: new Uint8Array(shared, at, engineLimits.outputBytes),
      2: new Uint8Array(shared, at + engineLimits.outputBytes, engineLimits.outputBytes),
    }
  }

  reset(): void {
    this.slept.fill(0)
    this.numbers.fill(0)
  }

  write(stream: 1 | 2, data: Uint8Array): void {
    const used = this.numbers[0]! + this.numbers[1]!
    const part = this.encodable(data.subarray(0, engineLimits.outputBytes - used))
    this.bytes[stream].set(part, this.numbers[lengthOf[stream]]!)
    this.numbers[lengthOf[stream]]! += part.length
    if (part.length < data.length) this.stop()
  }

  /** Returns the beginning of the data whose JSON fits into the rest of the budget. */
  private encodable(data: Uint8Array): Uint8Array {
    let encoded = this.numbers[encodedLength]!
    let end = 0
    while (end < data.length && encoded + encodedBytes(data[end]!) <= engineLimits.encodedOutputBytes)
      encoded += encodedBytes(data[end++]!)
    this.numbers[encodedLength] = encoded
    return data.subarray(0, end)
  }

  /** Ends the program because its result is too large. */
  stop(): never {
    this.numbers[cutFlag] = 1
    throw new OutputCut()
  }

  /** Sleeps, and records the sleep for the host: unlike waiting for the CPU, it counts as the program's time. */
  sleep(ms: number): void {
    const now = epochMs()
    this.slept[1] = now
    this.slept[2] = now + ms
    Atomics.wait(sleeper, 0, 0, ms)
    this.slept[2] = 0
    this.slept[0]! += ms
  }

  get sleptMs(): number {
    const [before = 0, since = 0, until = 0] = this.slept
    return before + Math.max(0, Math.min(epochMs(), until) - since)
  }

  print(stream: 1 | 2, text: string): void {
    this.write(stream, new TextEncoder().encode(text))
  }

  get cut(): boolean {
    return this.numbers[cutFlag] === 1
  }

  /** Returns the text of a stream; omits a last character that the truncation split. */
  text(stream: 1 | 2): string {
    const copy = this.bytes[stream].slice(0, this.numbers[lengthOf[stream]]!)
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(copy, { stream: true })
  }
}

/** Number of JSON bytes for a byte of UTF-8. */
function encodedBytes(byte: number): number {
  if (byte < 0x20) return byte >= 8 && byte <= 13 && byte !== 11 ? 2 : 6
  return byte === 0x22 || byte === 0x5c ? 2 : 1
}

function epochMs(): number {
  return performance.timeOrigin + performance.now()
}
