/**
 * Caches values up to a total size; the least recently used are evicted first. Concurrent callers wait for the same
 * read. Failed reads are not cached.
 */
export class SizedCache<T> {
  private readonly entries = new Map<string, { read: Promise<T>; size: number }>()
  private size = 0

  constructor(
    private readonly maxSize: number,
    private readonly sizeOf: (value: T) => number,
  ) {}

  get(key: string, read: () => Promise<T>): Promise<T> {
    const found = this.entries.get(key)
    if (found) {
      // Moved to the end, so that the first entry is the least recently used.
      this.entries.delete(key)
      this.entries.set(key, found)
      return found.read
    }
    const entry = { read: read(), size: 0 }
    this.entries.set(key, entry)
    entry.read.then(
      (value) => {
        if (this.entries.get(key) !== entry) return
        entry.size = this.sizeOf(value)
        this.size += entry.size
        this.trim()
      },
      () => this.entries.delete(key),
    )
    return entry.read
  }

  private trim(): void {
    for (const [key, { size }] of this.entries) {
      if (this.size <= this.maxSize) return
      this.entries.delete(key)
      this.size -= size
    }
  }
}
