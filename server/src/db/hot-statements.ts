import { type Statement, statementOf } from './prepared-query'

/** Executions per minute from which a statement is prepared. */
const hotPerMinute = 30
/** Maximum number of statements; each takes some tens of KiB per connection in PostgreSQL. */
const mostHot = 100
/** Maximum number of texts that are counted; queries with lists of values have a text for every length. */
const mostCounted = 2000

const minuteMs = 60_000
/**
 * Not prepared: statements that are not planned; `*`, which breaks when a migration adds a column; and a conflict with a
 * condition, because a plan for any value does not find the partial index that the condition names.
 */
const isPreparable = (text: string) =>
  /^\s*(select|insert|update|delete|with)\b/.test(text) && !/(select |\.)\*|\bon conflict\b.*\bwhere\b/s.test(text)

/**
 * Finds statements that are worth preparing: PostgreSQL then parses and plans them once per connection, and their
 * columns are requested once. Counts the executions of each text in the current minute.
 */
export class HotStatements {
  private readonly hot = new Map<string, Statement>()
  private counts = new Map<string, number>()
  private minute = 0
  private isStarted = false

  constructor(private readonly now: () => number = () => performance.now()) {}

  start(): void {
    this.isStarted = true
  }

  /** Counts an execution. Returns the statement if the text is prepared. */
  find(text: string): Statement | undefined {
    if (!this.isStarted) return undefined
    const known = this.hot.get(text)
    if (known || this.hot.size >= mostHot) return known
    const minute = Math.floor(this.now() / minuteMs)
    if (minute !== this.minute || this.counts.size >= mostCounted) {
      this.minute = minute
      this.counts = new Map()
    }
    const count = (this.counts.get(text) ?? 0) + 1
    this.counts.set(text, count)
    if (count !== hotPerMinute || !isPreparable(text)) return undefined
    const statement = statementOf(text)
    this.hot.set(text, statement)
    return statement
  }
}
