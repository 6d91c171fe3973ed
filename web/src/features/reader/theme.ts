import { colours } from '@dxx/contract/rules/constants'
import { readStored, writeStored } from '../../state/local-storage'

/** Reader themes. `auto` follows the product's theme; the others are fixed. */
export const readerThemes = [
  { name: '默认', colour: colours.background as string, theme: 'auto' },
  { name: '白色', colour: '#ffffff', theme: 'white' },
  { name: '米色', colour: '#fbf7ee', theme: 'cream' },
  { name: '绿色', colour: '#e7f0e3', theme: 'green' },
  { name: '夜间', colour: '#14161b', theme: 'night' },
] as const

export type ReaderTheme = (typeof readerThemes)[number]['theme']

const night = readerThemes[4]

/** Returns the theme of a stored colour; unknown colours count as the default. */
export function themeOf(bgColor: string): ReaderTheme {
  return readerThemes.find(({ colour }) => colour === bgColor.toLowerCase())?.theme ?? 'auto'
}

const beforeNight = 'dxx-reader-day'

/** Toggles between night and the previous theme. */
export function toggleNightTheme(bgColor: string): string {
  if (themeOf(bgColor) !== 'night') {
    writeStored(beforeNight, bgColor)
    return night.colour
  }
  return readStored(beforeNight) ?? colours.background
}

/** Font size in pixels on an exponential scale; 50 is the middle and 18 px. */
export const fontPx = (fontSize: number): number => Math.round(18 * 2 ** ((fontSize - 50) / 70))

/** Layout mode: paged or scrolled. */
export type LayoutMode = 'pages' | 'scroll'

const layoutModeKey = (kind: string) => `dxx-reader-flow:${kind}`

/** Returns the chosen layout mode; books default to paged, textbooks with programs and questions to scrolled. */
export function storedLayoutMode(kind: 'ebook' | 'textbook'): LayoutMode {
  const stored = readStored(layoutModeKey(kind))
  if (stored === 'pages' || stored === 'scroll') return stored
  return kind === 'ebook' ? 'pages' : 'scroll'
}

/**
 * Maximum number of characters in paged mode. The browser paginates a whole chapter at once; beyond this a new font
 * size takes more than 300 ms on a slow phone. Longer chapters are scrolled, with only the near part laid out.
 */
const longestInPages = 40_000

export const tooLongForPages = (html: string): boolean => html.replace(/<[^>]*>/g, '').length > longestInPages

export function storeLayoutMode(kind: 'ebook' | 'textbook', layoutMode: LayoutMode): void {
  writeStored(layoutModeKey(kind), layoutMode)
}
