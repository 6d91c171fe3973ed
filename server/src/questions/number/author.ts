import { readDecimal } from '../../base/decimal'
import { label, trimAuthorText, unusable } from '../author-text'
import type { Authoring } from '../definition'
import { wholeShare } from '../shares'
import { readTolerance } from '../tolerance'
import { parseNumberAnswer, writeNumberAnswer } from './notation'
import { readRatio } from './ratio'
import { normaliseUnit } from './read-number'
import type { NumberShapes } from './rubric'

export const numberAuthoring: Authoring<NumberShapes> = {
  keys: ['answer'],
  fromMarkdown({ common, keys, lines }) {
    const answer = keys.get('answer') || unusable('数值题要写 answer，例如 answer: 9.8±0.1 m/s²')
    return { type: 'number', ...common, stem: trimAuthorText(lines.join('\n')), ...parseNumberAnswer(answer) }
  },
  markdownKeys: (source) => [['answer', writeNumberAnswer(source)]],
  markdownBody: ({ stem }) => [stem],
  markdownQuote: ({ analysis }) => analysis,
  flaws: numberFlaws,
  compile: async ({ value, tolerance, units, asksUnit, unitShare }, { shown, known }) => ({
    body: { type: 'number', ...shown, unit: asksUnit ? '' : (units[0]?.name ?? ''), asksUnit },
    rubric: { type: 'number', ...known, value, tolerance, units, asksUnit, unitShare },
  }),
}

const maxUnits = 20
const maxName = 30

function numberFlaws({ value, tolerance, units, unitShare }: NumberShapes['source']): string[] {
  const found: string[] = []
  if (!readDecimal(value)) found.push(`“${label(value)}”不是数`)
  if (!readTolerance(tolerance)) found.push(`误差“${label(tolerance)}”要写成不小于 0 的数或百分数，例如 0.1 或 1%`)
  if (units.length > maxUnits) found.push(`最多写 ${maxUnits} 个单位`)
  const names = units.map(({ name }) => normaliseUnit(name))
  if (new Set(names).size < names.length) found.push('单位有重复的')
  for (const { name, factor } of units) {
    if (name === '') found.push('单位是空的')
    else if (name.length > maxName) found.push(`单位“${label(name)}”太长，最多 ${maxName} 字`)
    else if (/^[\d０-９.±]|[|=＝[\]{},，\n]/.test(name))
      found.push(`单位“${label(name)}”不能以数字开头，也不能有 | = [ ] { } 和逗号`)
    if (!readRatio(factor))
      found.push(`单位“${label(name)}”的换算“${label(factor)}”要写成大于 0 的数或分数，例如 0.01 或 1/3.6`)
  }
  if (unitShare < 0 || unitShare > wholeShare) found.push('单位不对时的得分比例要在 0% 到 100% 之间')
  return found
}
