import { colours } from '@dxx/contract/rules/constants'
import { readStored, writeStored } from '../../ui/stored'

/** What one reads on. `auto` follows the theme of the product; the others stay as they were chosen. */
export const grounds = [
  { name: '默认', colour: colours.background as string, ground: 'auto' },
  { name: '白色', colour: '#ffffff', ground: 'white' },
  { name: '米色', colour: '#fbf7ee', ground: 'cream' },
  { name: '绿色', colour: '#e7f0e3', ground: 'green' },
  { name: '夜间', colour: '#14161b', ground: 'night' },
] as const

export type Ground = (typeof grounds)[number]['ground']

export const night = grounds[4]

/** A colour that somebody else has put into storage is as good as the default. */
export function groundOf(bgColor: string): Ground {
  return grounds.find(({ colour }) => colour === bgColor.toLowerCase())?.ground ?? 'auto'
}

const beforeNight = 'dxx-reader-day'

/** Night, or what it was by day. */
export function toggledNight(bgColor: string): string {
  if (groundOf(bgColor) !== 'night') {
    writeStored(beforeNight, bgColor)
    return night.colour
  }
  return readStored(beforeNight) ?? colours.background
}

/** 50 is the middle of the scale and 18 px; each step is as much larger as the last. */
export const fontPx = (fontSize: number): number => Math.round(18 * 2 ** ((fontSize - 50) / 70))

/** Turned page by page, or scrolled. */
export type Flow = 'pages' | 'scroll'

const flowKey = (kind: string) => `dxx-reader-flow:${kind}`

/** Books are turned like books; textbooks, with their programs and questions, are scrolled, unless chosen otherwise. */
export function storedFlow(kind: 'ebook' | 'textbook'): Flow {
  const stored = readStored(flowKey(kind))
  if (stored === 'pages' || stored === 'scroll') return stored
  return kind === 'ebook' ? 'pages' : 'scroll'
}

/**
 * Pages are broken by the browser for a whole chapter at once. Above this many characters another size of letters would
 * take more than 300 ms on a slow phone, so what is longer is scrolled, where only what is near is laid out.
 */
const longestInPages = 40_000

export const tooLongForPages = (html: string): boolean => html.replace(/<[^>]*>/g, '').length > longestInPages

export function storeFlow(kind: 'ebook' | 'textbook', flow: Flow): void {
  writeStored(flowKey(kind), flow)
}
