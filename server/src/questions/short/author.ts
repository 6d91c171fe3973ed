import { trimAuthorText } from '../author-text'
import type { Authoring } from '../definition'
import { listItem } from '../markdown-body'
import type { ShortShapes } from './rubric'

export const shortAuthoring: Authoring<ShortShapes> = {
  keys: [],
  fromMarkdown({ common, lines }) {
    const { analysis, ...taken } = takeReference(common.analysis)
    return { type: 'short', ...common, stem: trimAuthorText(lines.join('\n')), ...taken, analysis }
  },
  markdownKeys: () => [],
  markdownBody: ({ stem }) => [stem],
  markdownQuote: referenceQuote,
  flaws: ({ points }) =>
    points.some(({ score, text }) => score <= 0 || text.trim() === '') ? ['得分点要有分值和内容'] : [],
  async compile(source, { shown, known }, writer) {
    const texts = await writer.lines(source.points.map(({ text }) => text))
    const points = source.points.map((point, i) => ({ score: point.score, html: texts[i]! }))
    const reference = await writer.html(source.reference)
    return { body: { type: 'short', ...shown }, rubric: { type: 'short', ...known, reference, points } }
  },
}

/** Parses the quotation of a 简答题: `参考答案：…`, `- (2) 要点`, `解析：…`. */
export function takeReference(quote: string) {
  const analysisLabel = /^解析[：:]\s*/m.exec(quote)
  const before = analysisLabel ? quote.slice(0, analysisLabel.index) : quote
  const analysis = analysisLabel ? quote.slice(analysisLabel.index + analysisLabel[0].length) : ''
  const lines = before.split('\n')
  const points: { score: number; text: string }[] = []
  const rest: string[] = []
  for (const line of lines) {
    const [, score, text = ''] = /^- [（(](\d+(?:\.\d{1,2})?)[)）]\s*(.*)$/.exec(line) ?? []
    if (score !== undefined) points.push({ score: Math.round(Number(score) * 100), text: text.trim() })
    else if (points.length > 0 && /^ {2,}\S/.test(line)) points.at(-1)!.text += `\n${line.trim()}`
    else rest.push(line)
  }
  const reference = trimAuthorText(trimAuthorText(rest.join('\n')).replace(/^参考答案[：:]\s*/, ''))
  return { reference, points, analysis: trimAuthorText(analysis) }
}

/** Writes the quotation that `takeReference` parses. */
export function referenceQuote({ reference, points, analysis }: ShortShapes['source']): string {
  return [
    reference === '' ? '' : `参考答案：${reference}`,
    points.map(({ score, text }) => listItem(`- (${score / 100}) `, text)).join('\n'),
    analysis === '' ? '' : `解析：${analysis}`,
  ]
    .filter((piece) => piece !== '')
    .join('\n')
}
