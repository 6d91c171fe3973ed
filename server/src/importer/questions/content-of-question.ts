import { mapBlanks } from '../../questions/blank/notation'
import type { Accepted } from '../../questions/blank/rubric'
import { type Pair, usualWeight } from '../../questions/match/rubric'
import type { SourcePart, SourceQuestion } from '../../questions/rubric'
import { wholeShare } from '../../questions/shares'
import { type Content, keepLettersAndDigits, noContent, sumContent } from '../../text/balance'
import { contentOfMarkdown } from '../../text/content-of-markdown'
import { withoutFormulas } from './formula-text'

/** Counts a body without its syntax: `{fixed}`, shares, points, the label of the analysis, names of code blocks. */
export const contentOfBody = (body: string) =>
  contentOfMarkdown(
    mapBlanks(body, () => ' ')
      .replace(/^- \[(?:[ x]|-?[\d.]+%)\] /gm, '- ')
      .replace(/(?: \{(?:fixed|-?[\d.]+%)\})+$/gm, '')
      .replace(/^(- )?\{\d{1,3}(?:\.\d{1,2})?\} /gm, '$1')
      .replace(/^(> *- )\([\d.]+\)/gm, '$1')
      .replace(/^> *(?:参考答案|解析)[:：]/gm, '> ')
      .replace(/^```tests\n[\s\S]*?^```$/gm, ''),
  )

/** Counts the content of a parsed question, which an import stores. */
export function contentOfQuestion(question: SourceQuestion): Content {
  if (question.type !== 'material') return contentOfPart(question)
  const stemContent = [contentOfMarkdown(question.stem), contentOfMarkdown(question.analysis)]
  return sumContent([...stemContent, ...question.parts.map(contentOfPart)])
}

const answered = (keys: number, weights = 0): Content => ({ ...noContent(), keys, weights })
const isPartial = (share: number | null) => share !== null && share !== 0 && share !== wholeShare

function contentOfPart(part: SourcePart): Content {
  const texts = [part.stem, part.analysis]
  const counts: Content[] = []
  switch (part.type) {
    case 'judge':
    case 'number':
      counts.push(answered(1))
      break
    case 'single':
    case 'multiple':
    case 'indefinite': {
      texts.push(...part.options.map(({ text }) => text))
      const scoringOptions = part.options.filter(({ right, share }) => right || (share ?? 0) > 0)
      counts.push(answered(scoringOptions.length, part.options.filter(({ share }) => isPartial(share)).length))
      break
    }
    case 'blank':
      for (const accepted of part.blanks) counts.push(contentOfAccepted(accepted))
      break
    case 'short':
      texts.push(part.reference, ...part.points.map(({ text }) => text))
      counts.push(answered(part.reference === '' ? 0 : 1, part.points.length))
      break
    case 'order':
      texts.push(...part.items)
      counts.push(answered(part.items.length))
      break
    case 'match':
      texts.push(...part.pairs.flatMap(({ left, right }) => [left, right]), ...part.distractors)
      counts.push(answered(part.pairs.length, lighterPairs(part.pairs)))
      break
    case 'code': {
      const checker = part.compare?.mode === 'checker' ? part.compare.source : ''
      const code = [part.starter, part.solution, checker, ...part.tests.flatMap(({ input, output }) => [input, output])]
      counts.push({
        ...answered(part.tests.length, part.tests.length),
        letters: code.map(keepLettersAndDigits).join(''),
      })
      break
    }
    default:
      part satisfies never
  }
  return sumContent([...texts.map(contentOfMarkdown), ...counts])
}

/** Counts pairs with less weight than the heaviest, in the same way as the mapping of a QTI file is counted. */
function lighterPairs(pairs: Pair[]): number {
  const weights = pairs.map(({ weight = usualWeight }) => weight)
  return weights.filter((weight) => weight > 0 && weight < Math.max(...weights)).length
}

/** Numbers count only as keys, not as text, because formats write them differently. */
const contentOfAccepted = (accepted: Accepted[]): Content => ({
  ...answered(accepted.length, accepted.filter(({ share }) => isPartial(share)).length),
  letters: accepted.map((one) => ('text' in one ? keepLettersAndDigits(one.text) : '')).join(''),
  formulas: accepted.reduce((sum, one) => sum + ('text' in one ? withoutFormulas(one.text).formulas : 0), 0),
})
