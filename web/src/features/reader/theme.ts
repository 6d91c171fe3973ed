import { colours } from '@dxx/contract/rules/constants'
import { readStored, writeStored } from '../../state/local-storage'

/** Reader themes. `auto` follows the product's theme; the others are fixed. */
export const grounds = [
  { name: '默认', colour: colours.background as string, ground: 'auto' },
  { name: '白色', colour: '#ffffff', ground: 'white' },
  { name: '米色', colour: '#fbf7ee', ground: 'cream' },
  { name: '绿色', colour: '#e7f0e3', ground: 'green' },
  { name: '夜间', colour: '#14161b', ground: 'night' },
] as const

export type Ground = (typeof grounds)[number]['ground']

const night = grounds[4]

/** Returns the theme of a stored colour; unknown colours count as the default. */
export function groundOf(bgColor: string): Ground {
  return grounds.find(({ colour }) => colour === bgColor.toLowerCase())?.ground ?? 'auto'
}

const beforeNight = 'dxx-reader-day'

/** Toggles between night and the previous theme. */
export function toggledNight(bgColor: string): string {
  if (groundOf(bgColor) !== 'night') {
    writeStored(beforeNight, bgColor)
    return night.colour
  }
  return readStored(beforeNight) ?? colours.background
}

/** Font size in pixels on an exponential scale; 50 is the middle and 18 px. */
export const fontPx = (fontSize: number): number => Math.round(18 * 2 ** ((fontSize - 50) / 70))

/** Layout mode: paged or scrolled. */
export type Flow = 'pages' | 'scroll'

const flowKey = (kind: string) => `dxx-reader-flow:${kind}`

/** Returns the chosen layout mode; books default to paged, textbooks with programs and questions to scrolled. */
export function storedFlow(kind: 'ebook' | 'textbook'): Flow {
  const stored = readStored(flowKey(kind))
  if (stored === 'pages' || stored === 'scroll') return stored
  return kind === 'ebook' ? 'pages' : 'scroll'
}

/**
 * Maximum number of characters in paged mode. The browser paginates a whole chapter at once; beyond this a new font
 * size takes more than 300 ms on a slow phone. Longer chapters are scrolled, with only the near part laid out.
 */
const longestInPages = 40_000

export const tooLongForPages = (html: string): boolean => html.replace(/<[^>]*>/g, '').length > longestInPages

export function storeFlow(kind: 'ebook' | 'textbook', flow: Flow): void {
  writeStored(flowKey(kind), flow)
}
