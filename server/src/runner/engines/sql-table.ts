import type { ResultTable } from '@dxx/contract/calls/runcode'

/** Formats a result as text with aligned columns; Chinese characters count as two columns wide. */
export function tableText({ columns, rows, cut }: ResultTable): string {
  const lines = [columns, ...rows].map((line) => line.map((cell) => (cell ?? 'NULL').replace(/[\n\r\t]/g, ' ')))
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => width(line[index] ?? ''))))
  const text = lines.map((line) =>
    line
      .map((cell, index) => pad(cell, widths[index]!))
      .join(' | ')
      .trimEnd(),
  )
  text.splice(1, 0, widths.map((wide) => '-'.repeat(wide)).join('-+-'))
  if (cut) text.push(`…… 只显示前 ${rows.length} 行`)
  return `${text.join('\n')}\n`
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu

function width(text: string): number {
  return [...text].length + (text.match(wide)?.length ?? 0)
}

function pad(text: string, to: number): string {
  return text + ' '.repeat(to - width(text))
}
