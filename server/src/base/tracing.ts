export type Attributes = Record<string, string | number>

/** A running operation of a trace. */
export interface Span {
  /** Of the trace; undefined if the trace is not exported. */
  traceId: string | undefined
  set(attributes: Attributes): void
  /** Runs work whose statements and calls of services become parts of this operation. */
  run<T>(work: () => T): T
  end(error?: unknown): void
}

export interface Tracing {
  /** Begins an operation of its own: a request or a job. */
  begin(name: string, kind: 'server' | 'internal', attributes: Attributes): Span
  /** Begins a part of the running operation; null if none runs or its trace is not exported. */
  beginPart(name: string, attributes: Attributes): Span | null
}

/** Set by `startTracing` if traces are exported; otherwise requests and statements pay for one comparison. */
let tracing: Tracing | null = null

export const currentTracing = () => tracing

export function setTracing(started: Tracing | null): void {
  tracing = started
}

/** Begins a part of the running operation, such as a call of a service. */
export const beginPart = (name: string, attributes: Attributes = {}): Span | null =>
  tracing ? tracing.beginPart(name, attributes) : null

/** Runs work as a span; without tracing, just runs it. */
export async function inSpan<T>(span: Span | null | undefined, work: () => Promise<T>): Promise<T> {
  if (!span) return work()
  try {
    const result = await span.run(work)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}

/** Runs a statement as a part of the running operation. Its text contains no values, only their places. */
export const inStatement = <T>(text: string, work: () => Promise<T>): Promise<T> =>
  tracing ? inSpan(tracing.beginPart(statementName(text), statementAttributes(text)), work) : work()

const longestText = 2000
const statementName = (text: string) => `db ${/^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? ''}`
const statementAttributes = (text: string) => ({
  'db.system.name': 'postgresql',
  'db.query.text': text.slice(0, longestText),
})
