import { unusable } from '../../../questions/author-text'
import { mapBlanks } from '../../../questions/blank/notation'
import type { Accepted } from '../../../questions/blank/rubric'
import { absoluteTolerance, reciprocal } from '../../../questions/number/ratio'
import type { SourceQuestion } from '../../../questions/rubric'
import { percentOf, wholeShare } from '../../../questions/shares'
import { referenceQuote } from '../../../questions/short/author'
import { exportedShare, kindOf, numberFields, partFields, writeParts, writeTags } from '../foreign'
import type { Images } from '../reading'
import { escapeXml } from '../xml'
import { starred } from './gift'
import {
  isNumeric,
  isText,
  pictureNames,
  renamePictures,
  someFixed,
  type ToWrite,
  unitLosses,
  type Written,
  weightLosses,
} from './losses'

export const moodleStart = '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n'
export const moodleEnd = '</quiz>\n'

/** Writes Moodle's XML. Texts stay Markdown, which Moodle supports. A 材料题 is a description followed by its parts. */
export function writeMoodleXml({ question, images }: ToWrite): Written {
  if (question.type !== 'material') return writeQuestion({ question, images })
  const parts = writeParts(question.parts, (part) => writeQuestion({ question: part, images }))
  const text = writeQuestion({ question, images }).text + parts.map((part) => part.text).join('')
  return { text, losses: [...new Set(parts.flatMap((part) => part.losses))] }
}

function writeQuestion({ question, images }: ToWrite): Written {
  const losses: string[] = []
  const { type, inner, stem = question.stem, tags = {} } = bodyOf(question, images)
  if (question.type === 'number' && !question.asksUnit) losses.push(...unitLosses(question, 'Moodle'))
  losses.push(...weightLosses(question, 'Moodle'))
  if ('options' in question && someFixed(question.options)) losses.push('Moodle 带不了个别选项的固定位置')
  const lines = [
    `  <question type="${type}">`,
    `    <name><text>${escapeXml(question.slug)}</text></name>`,
    `    ${text('questiontext', stem, images)}`,
    `    ${text('generalfeedback', question.analysis, images)}`,
    `    <defaultgrade>${type === 'description' ? 0 : question.score / 100}</defaultgrade>`,
    '    <penalty>0</penalty>',
    '    <hidden>0</hidden>',
    `    <idnumber>${escapeXml(question.slug)}</idnumber>`,
    ...inner.map((line) => `    ${line}`),
    `    <tags>${writeTags(question, tags)
      .map((tag) => `<tag><text>${escapeXml(tag)}</text></tag>`)
      .join('')}</tags>`,
    '  </question>',
  ]
  return { text: `${lines.join('\n')}\n`, losses }
}

const file = (name: string) => name.replace(/[^\w.-]+/g, '_')

/** Writes a text with its images. */
function text(name: string, markdown: string, images: Images, attributes = ''): string {
  const shown = [...new Set(pictureNames(markdown))].filter((picture) => images.has(picture))
  const linked = renamePictures(markdown, (picture) =>
    images.has(picture) ? `@@PLUGINFILE@@/${file(picture)}` : picture,
  )
  const files = shown.map(
    (picture) =>
      `<file name="${escapeXml(file(picture))}" path="/" encoding="base64">${images.get(picture)!.toString('base64')}</file>`,
  )
  return `<${name}${attributes} format="markdown"><text>${escapeXml(linked)}</text>${files.join('')}</${name}>`
}

interface Body {
  type: string
  inner: string[]
  stem?: string
  tags?: Record<string, string | null>
}

function bodyOf(question: SourceQuestion, images: Images): Body {
  const plain = (name: string, content: string, attributes = '') =>
    `<${name}${attributes}><text>${escapeXml(content)}</text></${name}>`
  switch (question.type) {
    case 'judge':
      return {
        type: 'truefalse',
        inner: [true, false].map((value) =>
          plain(
            'answer',
            String(value),
            ` fraction="${value === question.value ? 100 : 0}" format="moodle_auto_format"`,
          ),
        ),
      }
    case 'blank':
      return blankBody(question)
    case 'short': {
      const reference = referenceQuote({ ...question, analysis: '' })
      return {
        type: 'essay',
        inner: ['<responseformat>editor</responseformat>', text('graderinfo', reference, images)],
      }
    }
    case 'order':
      return {
        type: 'ordering',
        inner: [
          '<layouttype>VERTICAL</layouttype>',
          '<selecttype>ALL</selecttype>',
          '<gradingtype>RELATIVE_NEXT_EXCLUDE_LAST</gradingtype>',
          ...question.items.map((item, i) => text('answer', item, images, ` fraction="${i + 1}"`)),
        ],
      }
    case 'match': {
      const pairs = [...question.pairs, ...question.distractors.map((right) => ({ left: '', right }))]
      return {
        type: 'matching',
        inner: [
          '<shuffleanswers>true</shuffleanswers>',
          ...pairs.map(({ left, right }) =>
            text('subquestion', left, images).replace(/<\/subquestion>$/, `${plain('answer', right)}</subquestion>`),
          ),
        ],
      }
    }
    case 'number':
      return numberBody(question)
    case 'material':
      return { type: 'description', inner: [], tags: partFields(question.parts) }
    case 'code':
      return unusable('Moodle 没有编程题')
    case 'single':
    case 'multiple':
    case 'indefinite': {
      const { options } = question
      const single = question.type === 'single'
      return {
        type: 'multichoice',
        inner: [
          `<single>${single}</single>`,
          `<shuffleanswers>${!options.every(({ fixed }) => fixed)}</shuffleanswers>`,
          '<answernumbering>ABCD</answernumbering>',
          ...options.map((option) => {
            const share = single ? (option.share ?? (option.right ? wholeShare : 0)) : exportedShare(options, option)
            return text('answer', option.text, images, ` fraction="${percentOf(share)}"`)
          }),
        ],
        tags: { type: kindOf(question) },
      }
    }
  }
}

function blankBody(question: Extract<SourceQuestion, { type: 'blank' }>): Body {
  const { blanks, caseSensitive } = question
  const [only] = blanks
  const answer = (answerText: string, share: number, more = '') =>
    `<answer fraction="${percentOf(share)}" format="moodle_auto_format"><text>${escapeXml(answerText)}</text>${more}</answer>`
  const drawn = mapBlanks(question.stem, () => '\\_\\_\\_\\_\\_')
  if (blanks.length === 1 && isText(only!)) {
    const answers = only!.map((one) => ('text' in one ? answer(starred(one.text), one.share) : ''))
    return { type: 'shortanswer', stem: drawn, inner: [`<usecase>${caseSensitive ? 1 : 0}</usecase>`, ...answers] }
  }
  if (blanks.length === 1 && isNumeric(only!) && !caseSensitive) {
    const answers = only!.map((one) =>
      'value' in one ? answer(one.value, one.share, `<tolerance>${one.tolerance}</tolerance>`) : '',
    )
    return { type: 'numerical', stem: drawn, inner: answers, tags: { ...numberFields(question) } }
  }
  if (caseSensitive && blanks.some(isNumeric)) return unusable('Moodle 的完形题不能让数值区分大小写')
  const stem = mapBlanks(question.stem, (_inside, i) => clozeGap(blanks[i]!, caseSensitive))
  return { type: 'cloze', stem, inner: [], tags: { score: String(question.score / 100) } }
}

/** Writes a 数值题. Moodle's unit multipliers are the reciprocals of our factors. */
function numberBody(question: Extract<SourceQuestion, { type: 'number' }>): Body {
  const { value, units, asksUnit, unitShare } = question
  const unit = ({ name, factor }: (typeof units)[number]) =>
    `<unit><multiplier>${decimalOf(reciprocal(factor)!)}</multiplier><unit_name>${escapeXml(name)}</unit_name></unit>`
  const unitSettings = [
    `<unitgradingtype>${unitShare === wholeShare ? 0 : 2}</unitgradingtype>`,
    `<unitpenalty>${Number((1 - unitShare / wholeShare).toFixed(7))}</unitpenalty>`,
    '<showunits>0</showunits>',
    '<unitsleft>0</unitsleft>',
    `<units>${units.map(unit).join('')}</units>`,
  ]
  return {
    type: 'numerical',
    inner: [
      `<answer fraction="100" format="moodle_auto_format"><text>${value}</text><tolerance>${absoluteTolerance(question)}</tolerance></answer>`,
      ...(asksUnit ? unitSettings : ['<showunits>3</showunits>']),
    ],
    tags: { ...numberFields(question) },
  }
}

/** Writes a fraction as a decimal of 15 digits; our import reads the exact fraction from our own tag. */
function decimalOf(ratio: string): string {
  const [over = '', under] = ratio.split('/')
  return under === undefined ? over : String(Number((Number(over) / Number(under)).toPrecision(15)))
}

function clozeGap(accepted: Accepted[], caseSensitive: boolean): string {
  const escaped = (written: string) => written.replace(/[~=#{}:/"\\]/g, '\\$&')
  const weight = (share: number) => (share === wholeShare ? '=' : `%${percentOf(share)}%`)
  if (isNumeric(accepted))
    return `{1:NUMERICAL:${accepted.map((one) => ('value' in one ? `${weight(one.share)}${one.value}\\:${one.tolerance}` : '')).join('~')}}`
  if (!isText(accepted)) return unusable('Moodle 的一个空不能又有文字又有数值容差')
  const kind = caseSensitive ? 'SHORTANSWER_C' : 'SHORTANSWER'
  return `{1:${kind}:${accepted.map((one) => ('text' in one ? weight(one.share) + escaped(starred(one.text)) : '')).join('~')}}`
}
