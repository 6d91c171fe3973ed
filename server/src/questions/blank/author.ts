import { label, trimAuthorText } from '../author-text'
import type { Authoring, Writer } from '../definition'
import { readFormulaKey } from '../mathematics/formula'
import { parseDecimal } from '../normalise'
import { wholeShare } from '../shares'
import { markBlanks, replaceMarks } from './marks'
import { countBlanks, putBlanks, takeBlanks } from './notation'
import type { Accepted, BlankShapes } from './rubric'

export const blankAuthoring: Authoring<BlankShapes> = {
  keys: ['case'],
  fromMarkdown: ({ common, keys, lines }) => ({
    type: 'blank',
    ...common,
    ...takeBlanks(trimAuthorText(lines.join('\n'))),
    caseSensitive: keys.get('case') === 'true',
  }),
  markdownKeys: ({ caseSensitive }) => (caseSensitive ? [['case', 'true']] : []),
  markdownBody: ({ stem, blanks }) => [putBlanks(stem, blanks)],
  markdownQuote: ({ analysis }) => analysis,
  flaws: blankFlaws,
  stemToRender: ({ stem }) => markBlanks(stem),
  async compile({ blanks, caseSensitive }, { shown, known }, writer) {
    const seen: number[] = []
    const stem = replaceMarks(shown.stem, (index) => {
      seen.push(index)
      return `<span data-blank="${index}"></span>`
    })
    if (seen.length !== blanks.length) writer.error('有的空写在了不能作答的地方')
    return {
      body: { type: 'blank', ...shown, stem, blanks: blanks.length },
      rubric: { type: 'blank', ...known, blanks: await withFormulas(blanks, writer), caseSensitive },
    }
  },
}

/** Adds the rendered HTML to answers that are formulas; warns about formulas that can only be compared as text. */
async function withFormulas(blanks: Accepted[][], writer: Writer): Promise<Accepted[][]> {
  const rendered: Accepted[][] = []
  for (const [i, accepted] of blanks.entries()) {
    const list: Accepted[] = []
    for (const one of accepted) {
      const formula = 'text' in one ? readFormulaKey(one.text) : null
      if (!formula) {
        list.push(one)
        continue
      }
      if (!formula.node) writer.warning(`第 ${i + 1} 空的答案 $${label(formula.tex)}$ 不能按数学式比较，按文字比较`)
      const html = await writer.formula(formula.tex)
      list.push(html === null ? one : { ...one, html: formula.tolerance ? `${html} ± ${formula.tolerance}` : html })
    }
    rendered.push(list)
  }
  return rendered
}

function blankFlaws({ stem, blanks }: BlankShapes['source']): string[] {
  if (blanks.length === 0) return ['题干里没有空']
  if (blanks.length > 100) return ['一道题最多 100 个空']
  const found: string[] = []
  if (countBlanks(stem) !== blanks.length) found.push('空的个数与答案的个数不一致')
  for (const [i, accepted] of blanks.entries()) {
    const name = `第 ${i + 1} 空`
    if (accepted.length === 0) found.push(`${name}没有答案`)
    else if (!accepted.some(({ share }) => share === wholeShare)) found.push(`${name}没有能得满分的答案`)
    for (const alternative of accepted) {
      if ('text' in alternative) {
        if (alternative.text.trim() === '') found.push(`${name}的答案是空的`)
        if (alternative.text.length > 500) found.push(`${name}的答案太长`)
      } else if (!parseDecimal(alternative.value) || !parseDecimal(alternative.tolerance))
        found.push(`${name}的数值或容差写错了：${alternative.value}±${alternative.tolerance}`)
    }
  }
  return found
}
