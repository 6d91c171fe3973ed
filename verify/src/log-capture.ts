import { createLog } from '../../server/src/base/log'

/** Returns a log and the array that collects its lines. */
export function captureLog() {
  const lines: string[] = []
  return { lines, log: createLog('trace', { write: (line) => void lines.push(line) }) }
}

/**
 * Returns every text and number of the lines, including keys; omits times and process ids, which may look like a code.
 */
export function textOfLines(lines: string[]): string {
  return lines
    .map((line) => {
      const { time, pid, hostname, request, ...fields } = JSON.parse(line) as Record<string, unknown>
      return JSON.stringify(fields)
    })
    .join('\n')
}

/**
 * Whether a text contains a value. A code of four digits must stand alone, because its digits may occur in other
 * numbers.
 */
export const containsValue = (text: string, value: string) =>
  value.length > 4 ? text.includes(value) : new RegExp(`(?<![\\w:.-])${value}(?![\\w:.-])`).test(text)
