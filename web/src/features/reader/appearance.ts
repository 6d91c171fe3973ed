import { create } from 'zustand'
import { readStored, writeStored } from '../../state/local-storage'

/** Typefaces of the text. `families` are the names of one typeface on different systems; the first installed is used. */
export const readerFonts = [
  { id: 'system', title: '系统', families: [] },
  {
    id: 'song',
    title: '宋体',
    families: ['Songti SC', 'STSong', 'SimSun', 'Noto Serif CJK SC', 'Noto Serif SC', 'Source Han Serif SC'],
  },
  { id: 'kai', title: '楷体', families: ['Kaiti SC', 'STKaiti', 'KaiTi', 'AR PL UKai CN', 'LXGW WenKai'] },
  {
    id: 'hei',
    title: '黑体',
    families: ['Heiti SC', 'STHeiti', 'SimHei', 'Noto Sans CJK SC', 'Noto Sans SC', 'Source Han Sans SC'],
  },
] as const

type ReaderFont = (typeof readerFonts)[number]['id']

export const lineHeights = [
  { value: '1.6', title: '紧凑' },
  { value: '1.9', title: '适中' },
  { value: '2.2', title: '宽松' },
] as const
type LineHeight = (typeof lineHeights)[number]['value']

/**
 * Margins beside the text in pixels: `scroll` in scrolled mode, `page` in paged mode, `desk` in wide windows, where the
 * buttons that turn pages stand in them.
 */
export const margins = [
  { value: 'narrow', title: '窄', scroll: 16, page: 16, desk: 48 },
  { value: 'normal', title: '中', scroll: 20, page: 24, desk: 56 },
  { value: 'wide', title: '宽', scroll: 32, page: 36, desk: 80 },
] as const
type Margin = (typeof margins)[number]['value']

/** Opacity of the dimming layer at the lowest brightness, in percent; text must stay readable. */
export const darkest = 70

export interface Appearance {
  font: ReaderFont
  lineHeight: LineHeight
  margin: Margin
  /** Opacity of the dimming layer in percent, 0 to `darkest`. */
  dim: number
}

const initial: Appearance = { font: 'system', lineHeight: '1.9', margin: 'normal', dim: 0 }
const key = 'dxx-reader-appearance'

/** Parses stored settings. Invalid values become the defaults, because storage may contain anything. */
export function parseAppearance(stored: string | null): Appearance {
  let found: Partial<Record<keyof Appearance, unknown>> = {}
  try {
    found = Object(JSON.parse(stored ?? '{}'))
  } catch {
    // Settings that cannot be read are ignored.
  }
  const { font, lineHeight, margin, dim } = found
  return {
    font: readerFonts.find(({ id }) => id === font)?.id ?? initial.font,
    lineHeight: lineHeights.find(({ value }) => value === lineHeight)?.value ?? initial.lineHeight,
    margin: margins.find(({ value }) => value === margin)?.value ?? initial.margin,
    dim: typeof dim === 'number' && dim >= 0 && dim <= darkest ? Math.round(dim) : initial.dim,
  }
}

/** Typeface, line height, margins and brightness of the reader. Separate from the app's store, which every page loads. */
export const useAppearance = create<Appearance>()(() => parseAppearance(readStored(key)))

useAppearance.subscribe((appearance) => writeStored(key, JSON.stringify(appearance)))

/** CSS variables of the text. */
export function appearanceVariables({ font, lineHeight, margin }: Appearance): Record<`--${string}`, string> {
  const { families } = readerFonts.find(({ id }) => id === font)!
  const { scroll, page, desk } = margins.find(({ value }) => value === margin)!
  return {
    '--reader-face': [...families.map((name) => `'${name}'`), 'var(--font-sans)'].join(', '),
    '--reader-line': lineHeight,
    '--reader-margin': `${scroll}px`,
    '--page-margin': `${page}px`,
    '--desk-margin': `${desk}px`,
  }
}

/** Text that changes with every setting that moves the text, to detect when a new layout is needed. */
export const shapeOfAppearance = ({ font, lineHeight, margin }: Appearance): string => `${font} ${lineHeight} ${margin}`

/** Width of a sample text in a font family list. */
type Measure = (families: string) => number

/**
 * Typefaces that the device has. A browser replaces a missing family by the generic one named after it, so the sample
 * is then as wide as in the generic family. Two generic families are compared, because an installed typeface may be as
 * wide as one of them.
 */
export function installedFonts(measure: Measure = measureSample()): (typeof readerFonts)[number][] {
  const generics = ['monospace', 'serif'].map((generic) => ({ generic, width: measure(generic) }))
  const isInstalled = (family: string) =>
    generics.some(({ generic, width }) => measure(`'${family}', ${generic}`) !== width)
  return readerFonts.filter(({ families }) => families.length === 0 || families.some(isInstalled))
}

function measureSample(): Measure {
  const context = document.createElement('canvas').getContext('2d')
  return (families) => {
    if (!context) return 0
    context.font = `72px ${families}`
    return context.measureText('mmwillQ@，。').width
  }
}

/** Minimum number of characters per line for justified text; in shorter lines the spaces would become too wide. */
const fewest = 15

/** Whether lines are so short that they are not justified. `px`: font size without the browser's own scale. */
export function isRagged(width: number, px: number): boolean {
  const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1
  return width / (px * scale) < fewest
}
