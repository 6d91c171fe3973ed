import { createLog } from '../log'

/** Collects every line that a log writes. */
export function listen() {
  const lines: string[] = []
  return { lines, log: createLog('trace', { write: (line) => void lines.push(line) }) }
}

/** Every text and number in a line, names and all; times and process ids are no secrets, but may look like a code. */
export function saidIn(lines: string[]): string {
  return lines
    .map((line) => {
      const { time, pid, hostname, request, ...said } = JSON.parse(line) as Record<string, unknown>
      return JSON.stringify(said)
    })
    .join('\n')
}

/** A code of four figures stands in many a line number; it counts where it stands by itself. */
export const standsIn = (text: string, value: string) =>
  value.length > 4 ? text.includes(value) : new RegExp(`(?<![\\w:.-])${value}(?![\\w:.-])`).test(text)
