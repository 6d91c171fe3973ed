import { questionDefaults } from '../../../questions/author'
import { unusable } from '../../../questions/author-text'
import { mapBlanks } from '../../../questions/blank/notation'
import type { Accepted } from '../../../questions/blank/rubric'
import { absoluteTolerance } from '../../../questions/number/ratio'
import type { SourcePart, SourceQuestion } from '../../../questions/rubric'
import { percentOf, wholeShare } from '../../../questions/shares'
import { exportedShare, kindOf, numberFields, partFields, writeParts, writeTags } from '../foreign'
import { hasPictures, isNumeric, isText, type ToWrite, unitLosses, type Written, weightLosses } from './losses'

const escaped = (text: string) => text.replace(/[~=#{}:\\]/g, '\\$&').replaceAll('\n', '\\n')

/** Writes Moodle's GIFT, which has no 编程 and only one blank per question. */
export function writeGift({ question, images }: ToWrite): Written {
  if (question.type === 'material') return writeMaterial(question, images)
  const losses: string[] = []
  if (hasPictures(question)) losses.push('GIFT 带不了图片')
  if ('options' in question && question.options.some(({ fixed }) => fixed)) losses.push('GIFT 带不了选项的固定位置')
  losses.push(...unitLosses(question, 'GIFT'), ...weightLosses(question, 'GIFT'))
  const answers = answersOf(question, losses)
  const tags = writeTags(question, {
    score: question.score === questionDefaults.score ? null : String(question.score / 100),
    type: 'options' in question ? kindOf(question) : null,
    ...numberFields(question),
    case: question.type === 'blank' && question.caseSensitive ? 'true' : null,
  })
  const analysis = question.analysis === '' ? '' : `####${escaped(question.analysis)}`
  const stem = escaped(mapBlanks(question.stem, () => '\\_\\_\\_\\_\\_'))
  return { text: `${head(question.slug, tags)}[markdown]${stem}{${answers}${analysis}}\n\n`, losses }
}

const head = (slug: string, tags: string[]) => {
  const about = [`[id:${slug}]`, ...tags.map((tag) => `[tag:${tag.replaceAll(']', '\\]')}]`)].join(' ')
  return `// ${about}\n::${escaped(slug)}::`
}

/** Writes a 材料题 as a description, which names the number of the questions after it that are its parts. */
function writeMaterial(question: Extract<SourceQuestion, { type: 'material' }>, images: ToWrite['images']): Written {
  const tags = writeTags(question, partFields(question.parts))
  const parts = writeParts(question.parts, (part) => writeGift({ question: part, images }))
  const losses = [
    ...(hasPictures(question) ? ['GIFT 带不了图片'] : []),
    ...(question.analysis === '' ? [] : ['GIFT 带不了材料题整题的解析']),
    ...parts.flatMap((part) => part.losses),
  ]
  const stem = `${head(question.slug, tags)}[markdown]${escaped(question.stem)}\n\n`
  return { text: stem + parts.map((part) => part.text).join(''), losses: [...new Set(losses)] }
}

/** Escapes a line so that it does not look like a comment or a category. */
const itemLine = (text: string) => (/^(\/\/|\$CATEGORY)/i.test(text) ? `[markdown]${escaped(text)}` : escaped(text))

function answersOf(question: SourcePart, losses: string[]): string {
  switch (question.type) {
    case 'judge':
      return question.value ? 'TRUE' : 'FALSE'
    case 'short':
      if (question.reference !== '' || question.points.length > 0) losses.push('GIFT 带不了参考答案和得分点')
      return ''
    case 'order': {
      const options = `${question.items.length} ALL VERTICAL RELATIVE_NEXT_EXCLUDE_LAST SHOW none`
      return `>${options}\n${question.items.map(itemLine).join('\n')}\n`
    }
    case 'match': {
      if (question.pairs.some(({ left }) => left.includes('->'))) return unusable('GIFT 的匹配题左边不能有 ->')
      const pairs = question.pairs.map(({ left, right }) => `=${escaped(left)} -> ${escaped(right)}`)
      return `\n${[...pairs, ...question.distractors.map((text) => `= -> ${escaped(text)}`)].join('\n')}\n`
    }
    case 'blank':
      return blankAnswers(question.blanks)
    case 'number':
      return `#${question.value}:${absoluteTolerance(question)}`
    case 'code':
      return unusable('GIFT 没有编程题')
    case 'single':
    case 'multiple':
    case 'indefinite': {
      const single = question.type === 'single'
      const lines = question.options.map((option) => {
        const share = single
          ? (option.share ?? (option.right ? wholeShare : 0))
          : exportedShare(question.options, option)
        const mark = single && option.right ? '=' : single && share === 0 ? '~' : `~%${percentOf(share)}%`
        return mark + unweighed(option.text)
      })
      return `\n${lines.join('\n')}\n`
    }
  }
}

function blankAnswers(blanks: Accepted[][]): string {
  const [accepted] = blanks
  if (!accepted || blanks.length > 1) return unusable('GIFT 的一道题只能有一个空')
  const weight = ({ share }: Accepted) => (share === wholeShare ? '' : `%${percentOf(share)}%`)
  if (isNumeric(accepted))
    return `#\n${accepted.map((one) => ('value' in one ? `=${weight(one)}${one.value}:${one.tolerance}` : '')).join('\n')}\n`
  if (!isText(accepted)) return unusable('GIFT 的一个空不能又有文字又有数值容差')
  const texts = accepted.flatMap((one) => ('text' in one ? [one] : []))
  if (texts.every(({ text }) => text.includes('->'))) return unusable('GIFT 会把带 -> 的答案读成匹配题')
  return `\n${texts.map((one) => `=${weight(one)}${unweighed(starred(one.text))}`).join('\n')}\n`
}

/** Escapes an answer; throws if it starts like a weight or a format, because GIFT cannot distinguish them. */
const unweighed = (text: string) =>
  /^(%-?[\d.]+%|\[(html|moodle|plain|markdown)\])/.test(text) ? unusable('GIFT 写不了以比例开头的答案') : escaped(text)

/** Escapes stars, which are wildcards in Moodle. */
export const starred = (text: string) => text.replaceAll('*', '\\*')
