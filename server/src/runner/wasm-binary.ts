const section = { memory: 5, global: 6, export: 7 } as const
const exportKind = { function: 0, global: 3 } as const

interface Section {
  id: number
  body: Buffer
}

/** Reads numbers in WebAssembly's encoding. */
class Reader {
  at = 0
  constructor(readonly bytes: Buffer) {}

  byte(): number {
    return this.bytes[this.at++]!
  }

  unsigned(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte()
      value |= (byte & 127) << shift
      if (byte < 128) return value >>> 0
    }
  }

  skipNumber(): void {
    while (this.byte() >= 128);
  }
}

function unsigned(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest & 127) | 128)
  }
}

function split(binary: Buffer): Section[] {
  const reader = new Reader(binary)
  reader.at = 8
  const sections: Section[] = []
  while (reader.at < binary.length) {
    const id = reader.byte()
    const length = reader.unsigned()
    sections.push({ id, body: binary.subarray(reader.at, reader.at + length) })
    reader.at += length
  }
  return sections
}

function join(header: Buffer, sections: Section[]): Buffer {
  return Buffer.concat([
    header,
    ...sections.flatMap(({ id, body }) => [Buffer.from([id]), unsigned(body.length), body]),
  ])
}

/** Returns the globals that may change at run time; together with the memory they are the whole state of a module. */
function mutableGlobals(body: Buffer): number[] {
  const reader = new Reader(body)
  const mutable: number[] = []
  const count = reader.unsigned()
  for (let index = 0; index < count; index++) {
    reader.byte()
    if (reader.byte() === 1) mutable.push(index)
    const opcode = reader.byte()
    if (opcode === 0x41 || opcode === 0x42 || opcode === 0x23) reader.skipNumber()
    else if (opcode === 0x43) reader.at += 4
    else if (opcode === 0x44) reader.at += 8
    else throw new Error(`unexpected opcode ${opcode} in a global`)
    reader.byte()
  }
  return mutable
}

interface Changes {
  /** Maximum memory of the module. */
  memoryBytes: number
  /** Additional functions to export, by index. */
  functions?: Record<string, number>
  /** Exports each mutable global as `global<index>`. */
  globals?: boolean
}

/** Returns the module with a memory limit and more exports. The module must define its memory and import no globals. */
export function changeModule(binary: Buffer, { memoryBytes, functions = {}, globals = false }: Changes): Buffer {
  const sections = split(binary)
  const added = Object.entries(functions).map(([name, index]) => exportEntry(name, exportKind.function, index))
  const globalSection = sections.find(({ id }) => id === section.global)
  if (globals && globalSection) {
    for (const index of mutableGlobals(globalSection.body))
      added.push(exportEntry(`global${index}`, exportKind.global, index))
  }
  return join(
    binary.subarray(0, 8),
    sections.map(({ id, body }) => {
      if (id === section.memory) return { id, body: boundedMemory(body, memoryBytes) }
      if (id !== section.export || added.length === 0) return { id, body }
      const reader = new Reader(body)
      const count = reader.unsigned()
      return { id, body: Buffer.concat([unsigned(count + added.length), body.subarray(reader.at), ...added]) }
    }),
  )
}

function exportEntry(name: string, kind: number, index: number): Buffer {
  return Buffer.concat([unsigned(Buffer.byteLength(name)), Buffer.from(name), Buffer.from([kind]), unsigned(index)])
}

function boundedMemory(body: Buffer, bytes: number): Buffer {
  const reader = new Reader(body)
  const count = reader.unsigned()
  const flags = reader.byte()
  const initial = reader.unsigned()
  if (count !== 1 || flags > 1) throw new Error('expected one plain memory')
  const pages = Math.max(initial, bytes / 65_536)
  return Buffer.concat([unsigned(1), Buffer.from([1]), unsigned(initial), unsigned(pages)])
}
