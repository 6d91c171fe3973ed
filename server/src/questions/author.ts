import { maxText } from './author-text'
import type { MarkdownKey, MarkdownPart, Writer } from './definition'
import type { PartBody, PartRubric, SourcePart, SourceQuestion } from './rubric'
import { partTypes } from './types'

export const questionDefaults = { score: 100, difficulty: 3 }
const maxScore = 100_000

/** All keys that question types read from Markdown. */
export const typeKeys = [...new Set(Object.values(partTypes).flatMap(({ keys }) => keys))]

/** Parses the keys and body lines of a question part by its type. */
export const partFromMarkdown = (part: MarkdownPart): SourcePart => partTypes[part.type].fromMarkdown(part)

/** Writes a question part as Markdown: the keys of its type, the blocks of its body, the text of its quotation. */
export function partToMarkdown(part: SourcePart): { keys: MarkdownKey[]; body: string[]; quote: string } {
  const type = partTypes[part.type]
  return { keys: type.markdownKeys(part), body: type.markdownBody(part), quote: type.markdownQuote(part) }
}

/** Returns the problems of a question, independent of its format. */
export function questionFlaws(question: SourceQuestion): string[] {
  const found: string[] = []
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(question.slug) || question.slug.length > 80)
    found.push(`编号 ${question.slug.slice(0, 80)} 只能用小写字母、数字和连字符`)
  if (!Number.isInteger(question.difficulty) || question.difficulty < 1 || question.difficulty > 5)
    found.push('难度要在 1 到 5 之间')
  if (question.type !== 'material') return [...found, ...partFlaws(question)]
  if (question.stem.trim() === '') found.push('没有材料')
  if (question.parts.length === 0) found.push('材料题至少要有一道小题')
  if (question.parts.length > 50) found.push('材料题最多 50 道小题')
  for (const [i, part] of question.parts.entries())
    found.push(...partFlaws(part).map((flaw) => `第 ${i + 1} 小题：${flaw}`))
  return found
}

function partFlaws(part: SourcePart): string[] {
  const found: string[] = []
  const { score, stem, analysis } = part
  if (!Number.isInteger(score) || score <= 0 || score > maxScore) found.push('分值要大于 0，最多两位小数')
  if (stem.trim() === '') found.push('没有题干')
  if (stem.length > maxText || analysis.length > maxText) found.push('题干或解析太长')
  return [...found, ...partTypes[part.type].flaws(part)]
}

/** Renders a question part: `body` is shown to students, `rubric` is used to score their answers. */
export async function compilePart(part: SourcePart, writer: Writer): Promise<{ body: PartBody; rubric: PartRubric }> {
  const type = partTypes[part.type]
  const { score } = part
  const texts = [part.analysis, type.stemToRender?.(part) ?? part.stem]
  const [analysis = '', stem = ''] = await Promise.all(texts.map((text) => writer.html(text)))
  return type.compile(part, { shown: { stem, score }, known: { score, analysis } }, writer)
}
