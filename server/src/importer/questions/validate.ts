import { parseDecimal } from '../../modules/questions/normalise'
import { whole } from '../../modules/questions/rubric'
import { countBlanks } from './blanks'
import {
  type Images,
  noImages,
  percentOf,
  type Reading,
  refused,
  type SourcePart,
  type SourceQuestion,
  Unusable,
} from './model'

const maxText = 50_000
const maxScore = 100_000

interface Read {
  question: SourceQuestion
  notes?: readonly string[]
  images?: Images
  /** How its author would recognise it, where only reading it tells. */
  item?: string
}

/** What became of an item of a file: the question that `read` makes of it, or why there is none. */
export function readingOf(item: string, line: number, read: () => Read): Reading {
  try {
    const { question, notes = [], images = noImages, item: name = item } = read()
    const wrong = flaws(question)
    if (wrong.length > 0) return refused(name, line, wrong.join('；'))
    return { question, item: name, line, notes: [...new Set(notes)], images }
  } catch (error) {
    if (!(error instanceof Unusable)) throw error
    return refused(item, line, error.message)
  }
}

/** What is wrong with a question, whatever format it came from. */
function flaws(question: SourceQuestion): string[] {
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
  return [...found, ...ownFlaws(part)]
}

function ownFlaws(part: SourcePart): string[] {
  switch (part.type) {
    case 'judge':
      return []
    case 'blank':
      return blankFlaws(part)
    case 'short':
      return part.points.some(({ score, text }) => score <= 0 || text.trim() === '') ? ['得分点要有分值和内容'] : []
    case 'order':
      return listFlaws(part.items, 2, '排序的项')
    case 'match':
      return matchFlaws(part)
    case 'code':
      if (part.tests.length === 0) return ['编程题至少要有一个测试']
      return part.tests.some(({ score }) => score < 0) ? ['测试的分值不能为负'] : []
    default:
      return choiceFlaws(part)
  }
}

function listFlaws(texts: string[], least: number, name: string): string[] {
  const found: string[] = []
  if (texts.length < least) found.push(`${name}至少要有 ${least} 个`)
  if (texts.length > 100) found.push(`${name}最多 100 个`)
  if (texts.some((text) => text.trim() === '')) found.push(`${name}里有空的`)
  if (texts.some((text) => text.length > maxText)) found.push(`${name}里有太长的`)
  return found
}

function choiceFlaws({ type, options }: Extract<SourcePart, { options: unknown }>): string[] {
  const found = listFlaws(
    options.map(({ text }) => text),
    2,
    '选项',
  )
  const texts = options.map(({ text }) => text)
  if (new Set(texts).size < texts.length) found.push('选项有重复的')
  const right = options.filter((option) => option.right).length
  const shares = options.flatMap(({ share }) => (share === null ? [] : [share]))
  const weighed = shares.length > 0
  // What the right ones are worth must come to a whole, or nobody could get the full score.
  const best = type === 'single' ? Math.max(...shares) : shares.reduce((sum, share) => sum + Math.max(0, share), 0)
  if (weighed && Math.abs(best - whole) > whole / 2000)
    found.push(`正确选项的比例合计是 ${percentOf(best)}%，应当是 100%`)
  else if (right === 0) found.push('没有正确选项')
  else if (type === 'single' && right > 1 && !weighed) found.push('单选题只能有一个正确选项')
  else if (type === 'multiple' && right < 2 && !weighed) found.push('多选题至少要有两个正确选项，只有一个请用不定项')
  return found
}

function blankFlaws({ stem, blanks }: Extract<SourcePart, { type: 'blank' }>): string[] {
  if (blanks.length === 0) return ['题干里没有空']
  if (blanks.length > 100) return ['一道题最多 100 个空']
  const found: string[] = []
  if (countBlanks(stem) !== blanks.length) found.push('空的个数与答案的个数不一致')
  for (const [i, accepted] of blanks.entries()) {
    const name = `第 ${i + 1} 空`
    if (accepted.length === 0) found.push(`${name}没有答案`)
    else if (!accepted.some(({ share }) => share === whole)) found.push(`${name}没有能得满分的答案`)
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

function matchFlaws({ pairs, distractors }: Extract<SourcePart, { type: 'match' }>): string[] {
  const lefts = pairs.map(({ left }) => left)
  const rights = pairs.map(({ right }) => right)
  const found = [...listFlaws(lefts, 2, '左边的项'), ...listFlaws([...rights, ...distractors], 2, '右边的项')]
  if (new Set([...rights, ...distractors]).size < 2) found.push('右边至少要有两个不同的项')
  if (new Set(lefts).size < lefts.length) found.push('左边有重复的项')
  const repeated = distractors.find((text, i) => rights.includes(text) || distractors.indexOf(text) !== i)
  if (repeated !== undefined) found.push(`干扰项“${repeated.slice(0, 20)}”与别的项重复`)
  return found
}
