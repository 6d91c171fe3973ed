const exportSection = 7
const tableExport = [5, ...[...'table'].map((char) => char.charCodeAt(0)), 1, 0]

/**
 * Patches QuickJS's binary: exports its function table, to which RejectionTracker adds a function, and changes the
 * error message for undefined names to that of Node.
 */
export function engineBinary(binary: Uint8Array): Uint8Array<ArrayBuffer> {
  return exportTable(replaceText(binary, "'%s' is not defined\0", '%s is not defined\0'))
}

/** Replaces a text in place. The replacement must not be longer; the engine reads it up to its zero byte. */
function replaceText(binary: Uint8Array, text: string, replacement: string): Uint8Array {
  const codes = [...text].map((char) => char.charCodeAt(0))
  const at = binary.findIndex((byte, from) => byte === codes[0] && codes.every((code, i) => binary[from + i] === code))
  if (at < 0) throw new Error(`the engine does not contain the text ${JSON.stringify(text)}`)
  const changed = binary.slice()
  changed.set(
    [...replacement].map((char) => char.charCodeAt(0)),
    at,
  )
  return changed
}

function exportTable(binary: Uint8Array): Uint8Array<ArrayBuffer> {
  for (let at = 8; at < binary.length; ) {
    const id = binary[at]
    const [length, start] = readUnsigned(binary, at + 1)
    if (id === exportSection) {
      const [count, entries] = readUnsigned(binary, start)
      const body = [...unsigned(count + 1), ...binary.subarray(entries, start + length), ...tableExport]
      const section = [exportSection, ...unsigned(body.length), ...body]
      const changed = new Uint8Array(at + section.length + binary.length - start - length)
      changed.set(binary.subarray(0, at))
      changed.set(section, at)
      changed.set(binary.subarray(start + length), at + section.length)
      return changed
    }
    at = start + length
  }
  throw new Error('the engine exports nothing')
}

function readUnsigned(bytes: Uint8Array, from: number): [value: number, next: number] {
  let value = 0
  for (let at = from, shift = 0; ; shift += 7) {
    const byte = bytes[at++]!
    value |= (byte & 127) << shift
    if (byte < 128) return [value, at]
  }
}

function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]
}
