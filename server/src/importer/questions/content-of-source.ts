import { type Content, keepLettersAndDigits, noContent, sumContent } from '../../text/balance'
import { contentOfHtml } from '../../text/content-of-html'
import { contentOfMarkdown } from '../../text/content-of-markdown'
import { contentOfCodeRunner } from './coderunner'
import { withoutFormulas } from './formula-text'
import { child, children, elements, type XmlElement, xmlNodeText } from './xml'

/**
 * The functions of this file count the content of items in their source files. They are independent of the parsers, so
 * that content that a parser forgets is detected.
 */

const isHtml = (text: string) => /<\/?[a-z][^<>]*>|&[a-z]+;/i.test(text)
export const html = {
  tex: true,
  isLink: ({ href = '' }: Record<string, string>) => /^https?:\/\/[^\s<>()]+$/i.test(href),
}

/** Rules for a typed answer, which has neither formulas nor links. */
const plainHtml = { tex: false, isLink: () => false }

export const contentOfPlain = (text: string): Content => {
  const { rest, formulas } = withoutFormulas(text)
  return { ...noContent(), formulas, letters: keepLettersAndDigits(rest) }
}

const contentOfText = (text: string) => (isHtml(text) ? contentOfHtml(text, html) : contentOfPlain(text))
export const counts = (keys: number, weights = 0): Content => ({ ...noContent(), keys, weights })

/** Counts the content as feedback, too. */
export const asFeedback = (content: Content): Content => ({ ...content, feedback: [content.letters] })

/** Moodle's default feedback, which contains nothing about the question. */
const boilerplate =
  /^(Your answer is (correct|partially correct|incorrect)|(您|你)的(答案|回答)(部分)?(是)?(正确|错误|不正确)(的)?)[.。]?$/
export const isBoilerplate = (text: string) => boilerplate.test(text.replace(/<[^>]*>/g, '').trim())

const outsideText = /^(name|tags|idnumber|category|info|unit|units|dataset_definition|dataset_definitions)$/
const feedbackNames = /feedback$|^hint$/

export function contentOfMoodle(question: XmlElement): Content {
  const type = question.attributes.type ?? ''
  const all: Content[] = []
  const walk = (element: XmlElement) => {
    if (outsideText.test(element.name)) return
    if (type === 'coderunner' && /^(testcases|answer|answerpreload|template)$/.test(element.name)) return
    const text = child(element, 'text')
    const written = text ? xmlNodeText(text).trim() : ''
    const isKey = element.name === 'answer' && (/^(numerical|truefalse)$/.test(type) || isIdle(element, type))
    if (written !== '' && !isKey && !isBoilerplate(written)) {
      const cloze = element.name === 'questiontext' && /^(cloze|multianswer)$/.test(type)
      const text = element.name === 'graderinfo' ? withoutLabels(written) : written
      const content = cloze
        ? contentOfCloze(text, element.attributes.format === 'markdown' ? contentOfMarkdown : contentOfText)
        : contentOfMoodleText(element, text)
      all.push(feedbackNames.test(element.name) ? asFeedback(content) : content)
    }
    for (const inner of elements(element)) walk(inner)
  }
  const texts = children(question, 'questiontext').map(xmlNodeText)
  // Some files repeat the text of a question; the repetition is not counted.
  const isRepeated = (element: XmlElement) =>
    element.name === 'questiontext' &&
    texts[0]?.trim() === xmlNodeText(element).trim() &&
    element !== child(question, 'questiontext')
  for (const element of elements(question)) if (!isRepeated(element)) walk(element)
  if (xmlNodeText(child(question, 'image_base64')).trim() !== '') all.push({ ...noContent(), pictures: 1 })
  return sumContent([...all, moodleKeys(question, type)])
}

/** Removes the labels before reference answers, points and analyses. */
export const withoutLabels = (text: string) =>
  text.replace(/(?:参考答案|解析)[:：]/g, '').replace(/((?:^|\n)- |<li>(?:<p>)?)\([\d.]+\)/g, '$1')

/** Whether a typed answer has neither score nor feedback. */
const isIdle = (answer: XmlElement, type: string) =>
  type === 'shortanswer' &&
  Number(answer.attributes.fraction ?? 0) <= 0 &&
  xmlNodeText(child(child(answer, 'feedback'), 'text')).trim() === ''

const contentOfMoodleText = ({ attributes: { format } }: XmlElement, text: string) =>
  format === 'markdown' ? contentOfMarkdown(text) : format === 'plain_text' ? contentOfPlain(text) : contentOfText(text)

function moodleKeys(question: XmlElement, type: string): Content {
  const shares = children(question, 'answer').map(({ attributes }) => Number(attributes.fraction ?? 0))
  const right = shares.filter((share) => share > 0).length
  const single = !/^(0|false)$/.test(xmlNodeText(child(question, 'single')).trim())
  const isOurExport = xmlNodeText(child(question, 'tags')).includes('dxx:type=')
  const partial = shares.filter((share) => Math.abs(share) > 0.1 && Math.abs(share) < 99.9 && (share > 0 || !single))
  switch (type) {
    case 'coderunner':
      return contentOfCodeRunner(question)
    case 'multichoice':
      return counts(right, isOurExport ? 0 : partial.length)
    case 'truefalse':
      return counts(1)
    case 'shortanswer':
    case 'numerical': {
      const rightAnswers = children(question, 'answer').filter(
        (answer) => Number(answer.attributes.fraction ?? 0) > 0 && xmlNodeText(child(answer, 'text')).trim() !== '*',
      )
      return counts(new Set(rightAnswers.map((answer) => xmlNodeText(child(answer, 'text')).trim())).size, 0)
    }
    case 'matching':
    case 'match': {
      const lefts = children(question, 'subquestion').map((pair) => xmlNodeText(child(pair, 'text')).trim())
      return counts(lefts.filter((left) => left !== '').length)
    }
    case 'ordering':
      return counts(shares.length)
    default:
      return noContent()
  }
}

const gap = /\{(\d*):([A-Z_]+)(?::((?:\\[\s\S]|[^}\\])*))?\}/g

export function contentOfCloze(text: string, contentOfRest = contentOfText): Content {
  const all: Content[] = []
  const rest = text.replace(gap, (_, _weight, kind: string, answers = '') => {
    const isTyped = !/^(MULTI|MC|MR)/.test(kind)
    const keys = new Set<string>()
    let weights = 0
    for (const answer of answers.match(/(?:\\[\s\S]|[^~\\])+/g) ?? []) {
      const [answerText = '', feedback = ''] = answer.split(/(?<!\\)#/, 2)
      const [, right, percent, key = ''] = /^\s*(=)?(?:%(-?[\d.]+)%)?([\s\S]*)$/.exec(answerText) ?? []
      const isRight = percent === undefined ? right !== undefined : Number(percent) > 0
      if (!isTyped) all.push(contentOfText(key))
      if (isRight && isPartial(percent)) weights++
      if (isRight && key.trim() !== '*') keys.add(isTyped ? key.replace(/<[^>]*>/g, '').trim() : key.trim())
      if (feedback.trim() !== '') all.push(asFeedback(contentOfText(feedback)))
    }
    const typed = isTyped && !/^(NUMERICAL|NM)$/.test(kind) ? [...keys].map((key) => contentOfHtml(key, plainHtml)) : []
    all.push(counts(keys.size, weights), ...typed)
    return ' '
  })
  return sumContent([contentOfRest(rest), ...all])
}

const format = /\[(html|moodle|plain|markdown)\]/g

/** Whether an answer of GIFT or Cloze earns or loses a part of the score. */
const isPartial = (percent: string | undefined) => {
  const part = Math.abs(Number(percent ?? 100))
  return part > 0.1 && part < 99.9
}

/** Counts the content of one block of GIFT. In a file of our export, weights may only mark the right options. */
export function contentOfGift(block: string, isOwn = false): Content {
  const marks = '~=#{}:\\'
  const hidden = block
    .replace(/\\([~=#{}:\\n])/g, (_, sign: string) =>
      sign === 'n' ? '\ue0ff' : String.fromCharCode(0xe000 + marks.indexOf(sign)),
    )
    .replace(/^\s*::[\s\S]*?::/, '')
    .replace(format, '')
  const show = (text: string) =>
    text.replace(/[\ue000-\ue006]/g, (sign) => marks[sign.charCodeAt(0) - 0xe000]!).replaceAll('\ue0ff', '\n')
  const isMarkdown = /^\s*(?:::[\s\S]*?::)?\s*\[markdown\]/.test(block)
  const of = (text: string) => (isMarkdown ? contentOfMarkdown : contentOfText)(show(text))
  const open = hidden.indexOf('{')
  const close = hidden.lastIndexOf('}')
  if (open < 0 || close < open) return of(hidden)
  const stem = [of(hidden.slice(0, open)), of(hidden.slice(close + 1))]
  const [answers = '', general = ''] = hidden
    .slice(open + 1, close)
    .trim()
    .split(/####([\s\S]*)/, 2)
  const all = [...stem, ...(general.trim() === '' ? [] : [asFeedback(of(general))])]
  const trimmedAnswers = answers.trim()
  const judged = /^(T|TRUE|F|FALSE)\b\s*(?:#([\s\S]*))?$/i.exec(trimmedAnswers)
  if (judged) {
    const feedback = (judged[2] ?? '').split('#').filter((text) => text.trim() !== '')
    return sumContent([...all, counts(1), ...feedback.map((text) => asFeedback(of(text)))])
  }
  const isNumber = trimmedAnswers.startsWith('#')
  const isOrder = trimmedAnswers.startsWith('>')
  if (isOrder) {
    const items = trimmedAnswers
      .split('\n')
      .slice(1)
      .filter((line) => line.trim() !== '')
    return sumContent([...all, counts(items.length), ...items.map(of)])
  }
  const pieces = trimmedAnswers
    .replace(/^#/, '')
    .split(/(?=[=~])/)
    .filter((piece) => piece.trim() !== '')
  const right = pieces.filter((piece) => isWorth(piece.trim()))
  const isMatch = pieces.every((piece) => /^=/.test(piece.trim()) && piece.includes('->'))
  const keys = isMatch ? pieces.filter((piece) => !/^=\s*->/.test(piece.trim())).length : right.length
  const texts = pieces.flatMap((piece) => {
    const [key = '', ...feedback] = piece
      .trim()
      .replace(/^[=~]\s*/, '')
      .split('#')
    const answerText = key.replace(/^\s*%-?[\d.]+%/, '')
    return [
      ...(isNumber ? [] : [of(answerText)]),
      ...feedback.filter((text) => text.trim() !== '').map((text) => asFeedback(of(text))),
    ]
  })
  const weights = isOwn ? [] : pieces.filter((piece) => isPartial(/^[=~]?\s*%(-?[\d.]+)%/.exec(piece.trim())?.[1]))
  return sumContent([...all, ...texts, counts(trimmedAnswers === '' ? 0 : keys, weights.length)])
}

const isWorth = (piece: string) =>
  piece.startsWith('~')
    ? /^~\s*%[\d.]*[1-9]/.test(piece)
    : !/^=\s*%(0|-)/.test(piece) && !/^=\s*(%[\d.]+%)?\*\s*(#|$)/.test(piece)
