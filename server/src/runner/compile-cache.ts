import { createHash } from 'node:crypto'
import type { Diagnostic } from '@dxx/contract/calls/runcode'
import type { CompiledLanguage } from './program'

interface Entry {
  module: WebAssembly.Module
  diagnostics: Diagnostic[]
}

const maxBytes = 32 * 1024 * 1024
const maxEntries = 200

/** Compiled programs by their source, the least recently used forgotten first. */
export class CompileCache {
  private readonly entries = new Map<string, Entry & { bytes: number }>()
  private bytes = 0

  get(language: CompiledLanguage, source: string): Entry | undefined {
    const key = keyOf(language, source)
    const entry = this.entries.get(key)
    if (entry) {
      this.entries.delete(key)
      this.entries.set(key, entry)
    }
    return entry
  }

  put(language: CompiledLanguage, source: string, entry: Entry, bytes: number): void {
    const key = keyOf(language, source)
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

function keyOf(language: CompiledLanguage, source: string): string {
  return createHash('sha256').update(language).update('\0').update(source).digest('hex')
}
