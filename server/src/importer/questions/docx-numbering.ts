import { child, children, type XmlElement } from './xml'

interface Level {
  format: string
  text: string
  start: number
}

const digits = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九']

function chinese(value: number): string {
  if (value < 10) return digits[value]!
  if (value >= 100) return String(value)
  const [tens, ones] = [Math.floor(value / 10), value % 10]
  return `${tens === 1 ? '' : digits[tens]}十${ones === 0 ? '' : digits[ones]}`
}

function written(value: number, format: string): string {
  if (/^upperLetter$/.test(format)) return String.fromCharCode(64 + ((value - 1) % 26) + 1)
  if (/^lowerLetter$/.test(format)) return String.fromCharCode(96 + ((value - 1) % 26) + 1)
  if (/chinese|ideograph|japaneseCounting/i.test(format)) return chinese(value)
  return String(value)
}

/** Computes Word's automatic paragraph numbers, which are not part of the text. */
export class Numbering {
  private readonly levels = new Map<string, Map<string, Level>>()
  private readonly counts = new Map<string, number[]>()

  constructor(numbering: XmlElement | null) {
    if (!numbering) return
    const abstract = new Map(children(numbering, 'abstractNum').map((one) => [one.attributes.abstractNumId, one]))
    for (const num of children(numbering, 'num')) {
      const definition = abstract.get(child(num, 'abstractNumId')?.attributes.val)
      const levels = (definition ? children(definition, 'lvl') : []).map((level): [string, Level] => [
        level.attributes.ilvl ?? '0',
        {
          format: child(level, 'numFmt')?.attributes.val ?? 'decimal',
          text: child(level, 'lvlText')?.attributes.val ?? '',
          start: Number(child(level, 'start')?.attributes.val ?? 1),
        },
      ])
      this.levels.set(num.attributes.numId ?? '', new Map(levels))
    }
  }

  /** Returns the label of a paragraph with these properties, and advances the counter. */
  labelOf(properties: XmlElement | undefined): string {
    const numbering = child(properties, 'numPr')
    const numId = child(numbering, 'numId')?.attributes.val ?? ''
    const depth = Number(child(numbering, 'ilvl')?.attributes.val ?? 0)
    const levels = this.levels.get(numId)
    const level = levels?.get(String(depth))
    if (!levels || !level || level.format === 'bullet' || level.format === 'none') return ''
    const counts = this.counts.get(numId) ?? []
    counts[depth] = (counts[depth] ?? level.start - 1) + 1
    counts.length = depth + 1
    this.counts.set(numId, counts)
    const label = level.text.replace(/%(\d)/g, (_, which: string) => {
      const at = Number(which) - 1
      const format = levels.get(String(at))?.format ?? 'decimal'
      return written(counts[at] ?? levels.get(String(at))?.start ?? 1, format)
    })
    return `${label} `
  }
}
