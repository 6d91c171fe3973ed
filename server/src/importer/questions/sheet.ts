import type { QuestionType } from '@dxx/contract/questions'
import { questionDefaults } from '../../questions/author'
import { label, trimAuthorText, unusable } from '../../questions/author-text'
import { countBlanks, parseAccepted } from '../../questions/blank/notation'
import { parseNumberAnswer } from '../../questions/number/notation'
import type { SourcePart, SourceQuestion } from '../../questions/rubric'
import { type Content, sumContent } from '../../text/balance'
import { contentOfBody } from './content-of-question'
import { outsideFormulas, texMarks } from './formula-text'
import { Slugs } from './ids'
import { UnreadableFile } from './input'
import { partOf } from './markdown'
import { type Reading, refused } from './reading'
import { difficultyOf, gapPattern, parseOptionLetters, truthOf, typeAliases, typeByName } from './type-names'
import { readingOf } from './validate'

/** Columns of the template, followed by alternative names that teachers use. */
export const columns = {
  slug: ['编号', '题号'],
  type: ['题型', '类型'],
  score: ['分值', '分数'],
  difficulty: ['难度'],
  tags: ['标签', '知识点'],
  chapter: ['章节'],
  test: ['测验'],
  material: ['材料', '所属材料'],
  stem: ['题干', '题目', '试题内容'],
  answer: ['答案', '正确答案', '参考答案'],
  analysis: ['解析', '答案解析'],
  language: ['语言'],
  db: ['数据库'],
  caseSensitive: ['区分大小写'],
  compare: ['输出比较', '比较方式'],
  tolerance: ['误差', '允许误差'],
} as const satisfies Record<string, readonly [string, ...string[]]>

type Field = keyof typeof columns

interface Row {
  line: number
  get(field: Field): string
  /** Options in the order of their letters, without empty options at the end. */
  options: string[]
}

/** Reads a table of questions: one per row, the question parts of a 材料题 in the rows below it. Cells are Markdown. */
export async function* readSheet(rows: AsyncIterable<string[]>): AsyncGenerator<Reading> {
  const slugs = new Slugs()
  let header: ReturnType<typeof readHeader> | null = null
  let line = 0
  let open: { row: Row; parts: Row[] } | null = null
  for await (const cells of rows) {
    line++
    if (!header) {
      if (cells.every((cell) => cell.trim() === '')) continue
      header = readHeader(cells)
      continue
    }
    const row = asRow(header, cells, line)
    if (cells.every((cell) => cell.trim() === '')) continue
    const parent = row.get('material')
    if (parent !== '' && open && open.row.get('slug') === parent) open.parts.push(row)
    else if (parent !== '') yield refused(label(row.get('stem')), line, `上面没有编号为 ${label(parent)} 的材料题`)
    else {
      if (open) yield readRow(open.row, open.parts, slugs)
      open = { row, parts: [] }
    }
  }
  if (!header) throw new UnreadableFile('表格是空的')
  if (open) yield readRow(open.row, open.parts, slugs)
}

function readHeader(cells: string[]) {
  const names = cells.map((cell) => cell.replace(/^\uFEFF/, '').replace(/\s/g, ''))
  const at = new Map<Field, number>()
  for (const [field, known] of Object.entries(columns) as [Field, readonly string[]][]) {
    const index = names.findIndex((name) => known.includes(name))
    if (index >= 0) at.set(field, index)
  }
  for (const field of ['type', 'stem'] as const)
    if (!at.has(field)) throw new UnreadableFile(`表头里没有“${columns[field][0]}”这一列`)
  const options = names.flatMap((name, index) => {
    const letter = /^选项([A-Z])$/.exec(name.normalize('NFKC').toUpperCase())?.[1]
    return letter ? [{ index, letter }] : []
  })
  return { at, options: options.sort((a, b) => (a.letter < b.letter ? -1 : 1)).map(({ index }) => index) }
}

function asRow({ at, options }: ReturnType<typeof readHeader>, cells: string[], line: number): Row {
  const texts = options.map((index) => texMarks(trimAuthorText(cells[index] ?? '')))
  while (texts.at(-1)?.trim() === '') texts.pop()
  return { line, get: (field) => texMarks(trimAuthorText(cells[at.get(field) ?? -1] ?? '').trim()), options: texts }
}

function readRow(row: Row, parts: Row[], slugs: Slugs): Reading {
  return readingOf(label(row.get('slug') || row.get('stem')), row.line, () => {
    const question = questionOf(row, parts)
    question.slug = slugs.name(row.get('slug'), question)
    return { question, source: sumContent([row, ...parts].map(contentOfRow)) }
  })
}

const contentOfRow = (row: Row): Content =>
  sumContent([row.get('stem'), row.get('analysis'), ...row.options].map(contentOfBody))

function questionOf(row: Row, rows: Row[]): SourceQuestion {
  const about = {
    difficulty: row.get('difficulty') === '' ? questionDefaults.difficulty : difficultyOf(row.get('difficulty')),
    tags: [
      ...new Set(
        row
          .get('tags')
          .split(/[,，、]/)
          .map((tag) => tag.trim())
          .filter(Boolean),
      ),
    ],
    chapter: row.get('chapter') || null,
    test: row.get('test') || null,
  }
  const type = typeOf(row)
  if (type !== 'material') {
    if (rows.length > 0) return unusable('只有材料题可以有小题')
    return { ...partOfRow(row, type), ...about }
  }
  const parts = rows.map((part, i) => ({ ...partOfRow(part, typeOf(part)), slug: part.get('slug') || `part-${i + 1}` }))
  const score = parts.reduce((sum, part) => sum + part.score, 0)
  return { type, slug: '', score, stem: row.get('stem'), analysis: row.get('analysis'), parts, ...about }
}

function typeOf(row: Row): QuestionType {
  const written = row.get('type')
  const known = Object.values(typeAliases).map(([name]) => name)
  return typeByName(written) ?? unusable(`题型“${label(written)}”不认识，可用：${known.join('、')}`)
}

function partOfRow(row: Row, type: QuestionType): SourcePart {
  const stem = row.get('stem')
  const answer = row.get('answer')
  const score = row.get('score') === '' ? questionDefaults.score : Math.round(Number(row.get('score')) * 10_000) / 100
  const common = { slug: '', score, analysis: row.get('analysis') }
  switch (type) {
    case 'judge': {
      const value = truthOf(answer) ?? unusable(`判断题的答案“${label(answer)}”要写“对”或“错”`)
      return { type, ...common, stem, value }
    }
    case 'blank': {
      const keys = new Map([['case', truthOf(row.get('caseSensitive')) ? 'true' : 'false']])
      return partOf(type, common, keys, countBlanks(stem) > 0 ? stem.split('\n') : fillGaps(stem, answer).split('\n'))
    }
    case 'short': {
      const part = partOf(type, { ...common, analysis: answer }, new Map(), stem.split('\n'))
      return { ...part, analysis: common.analysis }
    }
    case 'number':
      return { type, ...common, stem, ...parseNumberAnswer(answer) }
    case 'order':
      return { type, ...common, stem, items: row.options }
    case 'match': {
      const pairs = row.options.map((text) => `- ${text.replace(/\n(?=.)/g, '\n  ')}`)
      if (row.options.some((text) => !/(^|\s)=>\s/.test(text))) return unusable('匹配题的选项要写成“左 => 右”')
      return {
        ...(partOf(type, common, new Map(), pairs.join('\n').split('\n')) as Extract<SourcePart, { type: 'match' }>),
        stem,
      }
    }
    case 'code': {
      const keys = new Map([
        ['language', row.get('language').toLowerCase()],
        ['db', row.get('db')],
        ['compare', row.get('compare').toLowerCase()],
        ['tolerance', row.get('tolerance')],
      ])
      return partOf(type, common, keys, stem.split('\n'))
    }
    case 'material':
      return unusable('材料题里不能再有材料题')
    case 'single':
    case 'multiple':
    case 'indefinite':
      return { type, ...common, stem, options: optionsOf(row, answer) }
  }
}

/** Reads options. Answers are letters; an option may end with `{fixed}` and, if options are weighted, with `{50%}`. */
function optionsOf(row: Row, answer: string): Extract<SourcePart, { options: unknown }>['options'] {
  const lines = row.options.map((text) => {
    const share = /\s?\{(-?\d+(?:\.\d+)?)%\}(?=(?: \{fixed\})?$)/.exec(text)
    return { share: share?.[1], text: share ? text.replace(share[0], '') : text }
  })
  const weighed = lines.some(({ share }) => share !== undefined)
  const right = weighed
    ? []
    : (parseOptionLetters(answer) ?? unusable(`答案“${label(answer)}”要写选项的字母，如 A 或 ACD`))
  const beyond = right.find((index) => index >= lines.length)
  if (beyond !== undefined) return unusable(`答案里的 ${String.fromCharCode(65 + beyond)} 没有对应的选项`)
  const body = lines.map(({ text, share }, i) => {
    const mark = weighed ? `${share ?? 0}%` : right.includes(i) ? 'x' : ' '
    return `- [${mark}] ${text.replace(/\n(?=.)/g, '\n  ')}`
  })
  const type = typeOf(row)
  const part = partOf(type, { slug: '', score: 100, analysis: '' }, new Map(), body.join('\n').split('\n'))
  return 'options' in part ? part.options : unusable('这种题型没有选项')
}

/** Inserts answers into the gaps of a stem: `甲；乙` for two gaps, `甲|A` for two alternatives. */
export const fillGaps = (stem: string, answer: string) =>
  outsideFormulas(answer, (masked) => insertAnswers(stem, masked))

function insertAnswers(stem: string, answer: string): string {
  if (answer.trim() === '') return unusable('填空题没有答案')
  const gaps = [...stem.matchAll(gapPattern)].length
  const pieces =
    gaps > 1
      ? answer
          .split(/[；;\n]|(?<=\S)\s{2,}(?=\S)/)
          .map((piece) => piece.trim())
          .filter(Boolean)
      : [answer.trim()]
  if (gaps > 1 && pieces.length !== gaps) return unusable(`题干有 ${gaps} 个空，答案有 ${pieces.length} 个，用“；”分开`)
  const written = pieces.map(
    (piece) => `{{${parseAccepted(piece).length > 0 ? piece.replaceAll('}}', '\\}\\}') : ''}}}`,
  )
  if (gaps === 0) return `${stem} ${written[0]}`
  let at = 0
  return stem.replace(gapPattern, () => written[at++]!)
}
