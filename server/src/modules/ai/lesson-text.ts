import type { Storage } from '../../adapters/storage/storage'

export interface SubtitleCue {
  start: number
  end: number
  text: string
}

const largestFile = 2_000_000
/** Seconds before and after the given second that belong to the same explanation. */
const before = 60
const after = 15

const timeOf = (clock: string): number =>
  clock
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0)

/** Reads the cues of a WebVTT file; skips all other blocks. */
export function readCues(file: string): SubtitleCue[] {
  return file
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const found =
        /^(?:.*\n)?((?:\d+:)?\d{1,2}:\d{2}[.,]\d{3}) +--> +((?:\d+:)?\d{1,2}:\d{2}[.,]\d{3}).*\n([\s\S]+)$/.exec(block)
      if (!found) return []
      const text = found[3]!
        .replace(/<[^>]*>/g, '')
        .replace(/\s+/g, ' ')
        .trim()
      return text ? [{ start: timeOf(found[1]!), end: timeOf(found[2]!), text }] : []
    })
}

/** Subtitles around a second: `line` at the second itself, `around` in the minute before and shortly after. */
export function subtitlesAt(cues: readonly SubtitleCue[], second: number): { line: string; around: string } {
  const near = cues.filter(({ start, end }) => end >= second - before && start <= second + after)
  const current = near.findLast(({ start }) => start <= second) ?? near[0]
  return { line: current?.text ?? '', around: near.map(({ text }) => text).join('\n') }
}

/** Reads a stored subtitle file; an empty list if it is missing or too large. */
export async function readStoredCues(storage: Storage, key: string): Promise<SubtitleCue[]> {
  const bytes = await storage.size(key)
  if (bytes === null || bytes > largestFile) return []
  const parts: Buffer[] = []
  for await (const part of await storage.read(key)) parts.push(part as Buffer)
  return readCues(Buffer.concat(parts).toString('utf8'))
}
