/** A subtitle while it is edited. Times are whole milliseconds, so that shifting and saving change no digit. */
export interface EditedCue {
  /** Key of the list; not written to the file. */
  key: number
  /** Identifier; “§ title” starts a section of the video. */
  id: string
  start: number
  end: number
  text: string
  /** Settings after the times, such as `align:start`. */
  settings: string
  /** Blocks before the cue that are written back unchanged: NOTE, STYLE, REGION. */
  before: string[]
}

export interface SubtitleFile {
  /** First block after `WEBVTT`, written back unchanged. */
  head: string
  cues: EditedCue[]
  /** Blocks after the last cue. */
  after: string[]
}

let keys = 0
const newKey = () => ++keys

/** Largest time in milliseconds that can be written: just below 100 hours. */
const maxMs = 100 * 3_600_000 - 1
const timing = /^((?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3})\s*-->\s*((?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3})(.*)$/

/** Reads `1:02:03.5`, `02:03,500` or `3.5` as milliseconds; null if the text is not a time. */
export function readTime(text: string): number | null {
  const [, hours = '0', minutes = '0', seconds, fraction = ''] =
    /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,5})(?:[.,](\d{1,3}))?$/.exec(text.trim()) ?? []
  if (seconds === undefined) return null
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'))
  return ms <= maxMs ? ms : null
}

/** Writes milliseconds as `00:01:02.500`; without hours as `01:02.500` if `short`. */
export function formatTime(ms: number, short = false): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const whole = Math.floor(ms / 1000)
  const hours = Math.floor(whole / 3600)
  const rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}.${String(ms % 1000).padStart(3, '0')}`
  return short && hours === 0 ? rest : `${two(hours)}:${rest}`
}

/** Reads a WebVTT or SubRip file. Drops blocks that are neither cues nor notes, as browsers do. */
export function readSubtitles(source: string): SubtitleFile {
  const blocks = source
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '\uFFFD')
    .split(/\n(?:[ \t]*\n)+/)
    .map((block) => block.replace(/^\n+|\s+$/g, ''))
    .filter((block) => block !== '')
  const isVtt = /^WEBVTT(?:[ \t\n]|$)/.test(blocks[0] ?? '')
  const head = isVtt ? blocks.shift()!.replace(/^WEBVTT[ \t]*/, '') : ''
  const cues: EditedCue[] = []
  let before: string[] = []
  for (const block of blocks) {
    const cue = readCue(block, isVtt)
    if (cue) {
      cues.push({ ...cue, before })
      before = []
    } else if (isVtt && /^(NOTE|STYLE|REGION)(?:\s|$)/.test(block)) before.push(block)
  }
  return { head, cues, after: before }
}

function readCue(block: string, isVtt: boolean): Omit<EditedCue, 'before'> | null {
  const lines = block.split('\n')
  const at = lines.slice(0, 2).findIndex((line) => timing.test(line.trim()))
  if (at < 0) return null
  const [, from = '', to = '', settings = ''] = timing.exec(lines[at]!.trim())!
  const start = readTime(from)
  const end = readTime(to)
  if (start === null || end === null) return null
  const text = lines.slice(at + 1).join('\n')
  return {
    key: newKey(),
    // SubRip numbers its cues; these numbers are not identifiers, because they change with every added cue.
    id: isVtt && at === 1 ? lines[0]!.trim() : '',
    start,
    end,
    // SubRip has tags for colours and positions, which WebVTT does not know.
    text: isVtt ? text : text.replace(/<\/?font[^>]*>|\{\\[^}]*\}/gi, ''),
    settings: isVtt ? settings.trim() : '',
  }
}

/** Makes a text safe for a cue: without empty lines, and without an arrow that would be read as times. */
const safeText = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]*(?=\n)/g, '')
    .replace(/^\n+|\s+$/g, '')
    .replaceAll('-->', '→')

/** Writes a WebVTT file. */
export function writeSubtitles({ head, cues, after }: SubtitleFile): string {
  const first = head === '' ? 'WEBVTT' : `WEBVTT${head.startsWith('\n') ? '' : ' '}${head}`
  const blocks = cues.flatMap(({ id, start, end, text, settings, before }) => {
    const times = `${formatTime(start)} --> ${formatTime(end)}${settings ? ` ${settings}` : ''}`
    const name = id
      .replace(/\s*\n\s*/g, ' ')
      .replaceAll('-->', '→')
      .trim()
    return [...before, [...(name ? [name] : []), times, safeText(text)].join('\n')]
  })
  return `${[first, ...blocks, ...after].join('\n\n')}\n`
}

export interface CueProblem {
  key: number
  level: 'error' | 'warning'
  text: string
}

/** Maximum reading speed in characters per second: Chinese characters count whole, other letters half. */
const fastest = 12
const longest = 7000

/** Characters per second that a student must read during the cue. */
function readingSpeed({ start, end, text }: EditedCue): number {
  const plain = text
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const weight = [...plain].reduce((sum, letter) => sum + (/[\u2E80-\uFFEF]/.test(letter) ? 1 : 0.5), 0)
  return end > start ? (weight * 1000) / (end - start) : 0
}

/** Problems of times and lengths, in the order of the list. */
export function findProblems(cues: readonly EditedCue[], durationMs = 0): CueProblem[] {
  const problems: CueProblem[] = []
  for (const [i, cue] of cues.entries()) {
    const add = (level: CueProblem['level'], text: string) => problems.push({ key: cue.key, level, text })
    const next = cues[i + 1]
    if (cue.end <= cue.start) add('error', '结束要晚于开始')
    if (next && next.start < cue.start) add('error', '比下一条开始得晚，顺序不对')
    else if (next && cue.end > next.start) add('error', '和下一条重叠')
    if (cue.text.trim() === '') add('warning', '没有文字')
    else if (readingSpeed(cue) > fastest)
      add('warning', `太快：每秒 ${readingSpeed(cue).toFixed(0)} 字，最好不超过 ${fastest} 字`)
    if (cue.end - cue.start > longest) add('warning', '超过 7 秒，最好拆开')
    if (durationMs > 0 && cue.start >= durationMs) add('error', '在视频结束之后')
  }
  return problems
}

const replace = (file: SubtitleFile, at: number, count: number, ...cues: EditedCue[]): SubtitleFile => ({
  ...file,
  cues: file.cues.toSpliced(at, count, ...cues),
})

/** Changes one cue. */
export const changeCue = (file: SubtitleFile, key: number, change: Partial<EditedCue>): SubtitleFile => ({
  ...file,
  cues: file.cues.map((cue) => (cue.key === key ? { ...cue, ...change } : cue)),
})

/** Splits a cue at a letter; the time is divided by the lengths of both texts. */
export function splitCue(file: SubtitleFile, key: number, position: number): SubtitleFile {
  const at = file.cues.findIndex((cue) => cue.key === key)
  const cue = file.cues[at]
  if (!cue) return file
  const isInside = position > 0 && position < cue.text.length
  const cut = isInside ? position : Math.ceil(cue.text.length / 2)
  const share = cue.text.length === 0 ? 0.5 : cut / cue.text.length
  const middle = cue.start + Math.round((cue.end - cue.start) * share)
  const first = { ...cue, end: middle, text: cue.text.slice(0, cut).trim() }
  const second = { ...cue, key: newKey(), id: '', before: [], start: middle, text: cue.text.slice(cut).trim() }
  return replace(file, at, 1, first, second)
}

/** Joins a cue with the next one. */
export function joinCue(file: SubtitleFile, key: number): SubtitleFile {
  const at = file.cues.findIndex((cue) => cue.key === key)
  const [cue, next] = [file.cues[at], file.cues[at + 1]]
  if (!cue || !next) return file
  const [a, b] = [cue.text.trim(), next.text.trim()]
  // Words of languages with spaces are not run together.
  const between = /[\w,.;:!?]$/.test(a) && /^\w/.test(b) ? ' ' : ''
  const joined = {
    ...cue,
    end: Math.max(cue.end, next.end),
    text: a + between + b,
    before: [...cue.before, ...next.before],
  }
  return replace(file, at, 2, joined)
}

/** Adds an empty cue after another one (at the start if `key` is null), in the gap before the next. Returns its key. */
export function addCue(file: SubtitleFile, key: number | null, at?: number): { file: SubtitleFile; key: number } {
  const index = key === null ? 0 : file.cues.findIndex((cue) => cue.key === key) + 1
  const start = at ?? file.cues[index - 1]?.end ?? 0
  const next = file.cues[index]?.start
  const end = next !== undefined && next > start ? Math.min(next, start + 2000) : start + 2000
  const cue = { key: newKey(), id: '', start, end, text: '', settings: '', before: [] }
  return { file: replace(file, index, 0, cue), key: cue.key }
}

/** Adds a cue at a time of the video, where it belongs in the order. */
export function addCueAt(file: SubtitleFile, ms: number): { file: SubtitleFile; key: number } {
  const before = file.cues.findLast(({ start }) => start <= ms)
  return addCue(file, before?.key ?? null, ms)
}

export function removeCue(file: SubtitleFile, key: number): SubtitleFile {
  const at = file.cues.findIndex((cue) => cue.key === key)
  const cue = file.cues[at]
  if (!cue) return file
  const rest = replace(file, at, 1)
  // Notes before the removed cue move to the next one.
  const next = rest.cues[at]
  if (cue.before.length === 0) return rest
  return next
    ? changeCue(rest, next.key, { before: [...cue.before, ...next.before] })
    : { ...rest, after: [...cue.before, ...rest.after] }
}

/** Moves all cues, or all from one cue on, by the same time; no cue starts before 0. */
export function shiftCues(file: SubtitleFile, ms: number, from: number | null = null): SubtitleFile {
  const first = from === null ? 0 : file.cues.findIndex((cue) => cue.key === from)
  const moved = (time: number) => Math.min(maxMs, Math.max(0, time + ms))
  const cues = file.cues.map((cue, i) => (i < first ? cue : { ...cue, start: moved(cue.start), end: moved(cue.end) }))
  return { ...file, cues }
}

/** Sorts the cues by their start; cues with equal starts stay in order. */
export const sortCues = (file: SubtitleFile): SubtitleFile => ({
  ...file,
  cues: file.cues.toSorted((a, b) => a.start - b.start),
})
