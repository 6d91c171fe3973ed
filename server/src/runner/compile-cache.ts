import { createHash } from 'node:crypto'
import type { Diagnostic } from '@dxx/contract/calls/runcode'
import type { Program } from './program'

interface Entry {
  module: WebAssembly.Module
  diagnostics: Diagnostic[]
}

const maxBytes = 32 * 1024 * 1024
const maxEntries = 200

/**
 * Compiled programs by account and source; evicts the least recently used. A cache shared by accounts would reveal what
 * others ran.
 */
export class CompileCache {
  private readonly entries = new Map<string, Entry & { bytes: number }>()
  private bytes = 0

  get(program: Program): Entry | undefined {
    const key = keyOf(program)
    const entry = this.entries.get(key)
    if (entry) {
      this.entries.delete(key)
      this.entries.set(key, entry)
    }
    return entry
  }

  put(program: Program, entry: Entry, bytes: number): void {
    const key = keyOf(program)
    this.bytes += bytes - (this.entries.get(key)?.bytes ?? 0)
    this.entries.delete(key)
    this.entries.set(key, { ...entry, bytes })
    for (const [oldest, { bytes: freed }] of this.entries) {
      if (this.bytes <= maxBytes && this.entries.size <= maxEntries) break
      this.entries.delete(oldest)
      this.bytes -= freed
    }
  }
}

function keyOf({ account, language, source }: Program): string {
  return createHash('sha256')
    .update(`${account ?? ''} ${language}\0`)
    .update(source)
    .digest('hex')
}
