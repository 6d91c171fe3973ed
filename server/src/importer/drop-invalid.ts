export type Path = (string | number)[]

const nameOf = (path: Path) => path.join('.')

/**
 * Removes invalid values step by step until the schema parses the rest: first the value itself; if it is required, the
 * list entry that contains it. A required top-level field is replaced by a default.
 */
export class InvalidDropper {
  readonly lost = new Set<string>()
  /** Removed values, by their paths in the source. */
  private readonly dropped: Path[] = []
  /** For each shortened list: the remaining entries, by their indexes in the source. */
  private readonly left = new Map<string, number[]>()
  private readonly values: Path[] = []
  private readonly entries = new Map<string, Path>()
  private hopeless = false

  constructor(
    private readonly data: unknown,
    private readonly manifestDefaults: Record<string, unknown>,
  ) {}

  /** Returns the path of a value in the source. */
  written(path: Path): Path {
    const written: Path = []
    for (const step of path)
      written.push(typeof step === 'number' ? (this.left.get(nameOf(written))?.[step] ?? step) : step)
    return written
  }

  ignore(path: Path): void {
    this.values.push(path)
  }

  /** Plans the removal of an invalid value; returns false if the author was already notified of it. */
  repair(path: Path): boolean {
    const written = this.written(path)
    const news = !this.dropped.some((taken) => written.every((step, i) => step === taken[i]))
    const last = path.at(-1)
    const entry = path.findLastIndex((step) => typeof step === 'number')
    if (typeof last === 'string' && this.has(path)) {
      this.dropped.push(written)
      this.values.push(path)
      if (path.length === 1) this.lost.add(last)
    } else if (entry >= 0) {
      this.dropped.push(written)
      this.entries.set(nameOf(path.slice(0, entry + 1)), path.slice(0, entry + 1))
      this.lost.add(String(path[0]))
    } else if (typeof last === 'string' && last in this.manifestDefaults && path.length === 1) {
      const { data } = this
      if (typeof data !== 'object' || data === null) this.hopeless = true
      else (data as Record<string, unknown>)[last] = this.manifestDefaults[last]
      this.lost.add(last)
    } else this.hopeless = true
    return news
  }

  /** Applies planned removals; returns whether parsing again makes sense. */
  apply(): boolean {
    for (const path of this.values) delete (this.at(path.slice(0, -1)) as Record<string, unknown>)[String(path.at(-1))]
    this.values.length = 0
    // In reverse order, so that the other indexes stay valid.
    for (const path of [...this.entries.values()].sort(compareFromEnd)) {
      const list = this.at(path.slice(0, -1)) as unknown[]
      const name = nameOf(this.written(path.slice(0, -1)))
      const left = this.left.get(name) ?? list.map((_, i) => i)
      list.splice(Number(path.at(-1)), 1)
      left.splice(Number(path.at(-1)), 1)
      this.left.set(name, left)
    }
    this.entries.clear()
    return !this.hopeless
  }

  private at(path: Path): unknown {
    return path.reduce((value: unknown, step) => (value as Record<string | number, unknown>)[step], this.data)
  }

  private has(path: Path): boolean {
    const parent = this.at(path.slice(0, -1))
    return typeof parent === 'object' && parent !== null && Object.hasOwn(parent, path.at(-1)!)
  }
}

function compareFromEnd(a: Path, b: Path): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    if (a[i] === b[i]) continue
    if (a[i] === undefined || b[i] === undefined) return a[i] === undefined ? 1 : -1
    return typeof a[i] === 'number' && typeof b[i] === 'number' ? Number(b[i]) - Number(a[i]) : a[i]! < b[i]! ? 1 : -1
  }
  return 0
}
