import { gradientNames, gradients, motifs } from '@dxx/contract/rules/cover-art'

const names: readonly string[] = gradientNames

/** Related colours for covers of each subject colour, because most items of a shop often have the same subject. */
const kin = [
  [0, 2, 3, 5],
  [1, 4],
  [2, 0],
  [3, 0],
  [4, 3, 1],
  [5, 0],
] as const

export function gradientNamed(name: string | undefined): readonly [from: string, to: string] | undefined {
  return gradients[names.indexOf(name ?? '')]
}

/** FNV-1a: the same text gives the same cover on every device. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  // Mixes the bits, because short texts that differ only in the last letter would otherwise share their low bits.
  return (value ^ (value >>> 15)) >>> 0
}

/**
 * Chooses the colour by subject (a subject or a colour name), or by title if it is missing; chooses the motif by title.
 */
export function coverArt(title: string, subject?: string) {
  const named = names.indexOf(subject ?? '')
  const worn = kin[named]
  const colour = worn ? worn[hash(`${title}w`) % worn.length] : hash(subject || title) % gradients.length
  return {
    colour: colour ?? 0,
    gradient: gradients[colour ?? 0] ?? gradients[0],
    motif: motifs[hash(`${title}·`) % motifs.length] ?? motifs[0],
  }
}

const width = (text: string) => [...text].reduce((sum, sign) => sum + (sign.codePointAt(0)! < 0x2e80 ? 0.56 : 1), 0)
const clings = /^[\s，。：；、！？）》」』”…]+$/

/**
 * Parts of a title that stay together: words in Latin letters, numbers with their measure word, particles, and Chinese
 * characters in twos, or threes at the end or that end like a subject or a role. The browser's segmenter (`Intl.Segmenter`) knows all
 * words, but loading its dictionary blocks a slow phone for a fifth of a second, just before the first covers are drawn.
 */
const units = new RegExp(
  [
    /[\w.+#'’-]+/,
    /[〇一二三四五六七八九十百千万两几]+\p{Script=Han}的?/u,
    /[与和及或在把被为不给]/,
    /\p{Script=Han}{2}(?:[论史机库员课集]|学(?![习校生术院期科])|生(?![物活产命理态]))的?/u,
    /\p{Script=Han}{3}(?!\p{Script=Han})/u,
    /\p{Script=Han}(?![与和及或])\p{Script=Han}的?/u,
    /./,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gsu',
)

/** Splits a title into such parts, each with the punctuation that must not start a line. */
function words(title: string, room: number): string[] {
  const parts = title.match(units) ?? []
  const lines: string[] = []
  for (const part of parts.flatMap((word) => (width(word) > room ? [...word] : [word]))) {
    if (lines.length > 0 && clings.test(part)) lines.push(lines.pop() + part)
    else lines.push(part)
  }
  return lines
}

/** Breaks a title into at most `most` lines of `room` em; a title that does not fit ends with an ellipsis. */
export function titleLines(title: string, room: number, most: number): string[] {
  const lines: string[] = ['']
  for (const word of words(title.trim(), room)) {
    const line = lines[lines.length - 1] ?? ''
    if (line && width(line + word.trimEnd()) > room) lines.push(word)
    else lines[lines.length - 1] = line + word
  }
  const fitting = lines.slice(0, most).map((line) => line.trim())
  if (lines.length > most) fitting[most - 1] = `${[...(fitting[most - 1] ?? '')].slice(0, -1).join('')}…`
  return fitting
}
