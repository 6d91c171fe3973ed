import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { label, trimAuthorText, unusable } from '../../questions/author-text'
import type { Accepted } from '../../questions/blank/rubric'
import type { SourcePart, SourceQuestion } from '../../questions/rubric'
import { shareOfPercent, wholeShare } from '../../questions/shares'
import { takeReference } from '../../questions/short/author'
import { decodeAddress } from '../../text/html-text'
import { readCloze } from './cloze'
import { readCodeRunner } from './coderunner'
import { isBoilerplate } from './content-of-source'
import {
  aboutOf,
  asNumber,
  asQuestion,
  commonSourceFields,
  partCount,
  readTags,
  type TaggedFields,
  weighedOptions,
  withFeedback,
  withPositiveShare,
} from './foreign'
import { paragraphs } from './formula-text'
import { numberRange, splitPairs, starless } from './gift-answers'
import { htmlToMarkdown } from './html-to-markdown'
import { formatOf, linesAsBreaks, unsupportedTypes } from './moodle-format'
import { unitRule } from './moodle-units'
import { child, children, type XmlElement, xmlNodeText } from './xml'

/** One question of Moodle's XML, with the images that its texts contain. */
export class Item {
  readonly notes: string[] = []
  readonly images = new Map<string, Buffer>()
  readonly name: string
  private readonly taggedFields: TaggedFields

  constructor(readonly element: XmlElement) {
    this.name = xmlNodeText(child(child(element, 'name'), 'text')).trim()
    this.taggedFields = readTags(
      children(child(element, 'tags') ?? element, 'tag').map((tag) => xmlNodeText(child(tag, 'text')).trim()),
    )
  }

  get label(): string {
    return label(this.name || xmlNodeText(child(this.element, 'questiontext')))
  }

  get id(): string {
    return xmlNodeText(child(this.element, 'idnumber')).trim()
  }

  /** Number of questions after a description that are parts of a 材料题. */
  get partCount(): number {
    return this.element.attributes.type === 'description' ? partCount(this.taggedFields) : 0
  }

  material(parts: SourcePart[]): SourceQuestion {
    const score = parts.reduce((sum, part) => sum + part.score, 0)
    const analysis = this.text(child(this.element, 'generalfeedback'))
    return { type: 'material', slug: '', score, stem: this.stem(), analysis, parts, ...aboutOf(this.taggedFields) }
  }

  read(): SourceQuestion {
    const { element } = this
    const type = element.attributes.type ?? ''
    const about = aboutOf(this.taggedFields)
    if (children(element, 'hint').some((hint) => xmlNodeText(child(hint, 'text')).trim() !== ''))
      this.notes.push('没有带入分步提示')
    if (xmlNodeText(child(element, 'hidden')).trim() === '1') this.notes.push('在 Moodle 里是隐藏的题，没有带入“隐藏”')
    if (Number(xmlNodeText(child(element, 'defaultgrade')).trim() || '1') === 0 && type !== 'description')
      this.notes.push('原题 0 分，改为 1 分')
    if (/^(cloze|multianswer)$/.test(type)) {
      const cloze = this.cloze()
      if ('part' in cloze) return asQuestion(cloze.part, about)
      const score = cloze.parts.reduce((sum, part) => sum + part.score, 0)
      return { type: 'material', slug: '', score, ...cloze, ...about }
    }
    return asQuestion(this.part(type), about)
  }

  private part(type: string): SourcePart {
    const stem = this.stem()
    const analysis = withFeedback(this.text(child(this.element, 'generalfeedback')), this.combinedFeedback())
    const base = commonSourceFields(stem, analysis, this.score())
    switch (type) {
      case 'multichoice':
        return this.choice(base)
      case 'truefalse':
        return this.judge(base)
      case 'shortanswer':
        return this.typed(base, (answerText, _answer, share) =>
          share > 0 ? [{ text: starless(answerText), share }] : [],
        )
      case 'numerical':
        return this.numerical(base)
      case 'matching':
      case 'match': {
        // The right side of a pair has no format attribute, so the format of the question text applies.
        const verbatim = child(this.element, 'questiontext')?.attributes.format === 'markdown'
        const all = children(this.element, 'subquestion').map((pair) => {
          const answerText = xmlNodeText(child(child(pair, 'answer'), 'text')).trim()
          return { left: this.text(pair), right: verbatim ? trimAuthorText(answerText) : paragraphs(answerText) }
        })
        return { type: 'match', ...base, ...splitPairs(all) }
      }
      case 'essay':
        return this.essay(base)
      case 'ordering': {
        const gradingtype = xmlNodeText(child(this.element, 'gradingtype')).trim()
        if (gradingtype !== '' && gradingtype !== 'RELATIVE_NEXT_EXCLUDE_LAST')
          this.notes.push('排序题改为按相邻两项给分')
        if (/^(RANDOM|CONTIGUOUS|1|2)$/.test(xmlNodeText(child(this.element, 'selecttype')).trim()))
          this.notes.push('没有带入“只选出几项”，全部的项都要排')
        const items = this.answers().map((one) => ({ about: this.text(one.answer), comment: one.comment }))
        const analysis = withFeedback(base.analysis, items)
        return { type: 'order', ...base, analysis, items: items.map(({ about }) => about) }
      }
      case 'coderunner':
        return { ...base, ...readCodeRunner(this.element, this.notes) }
      case 'gapselect':
      case 'ddwtos':
        return this.selected(base)
      default:
        return unusable(unsupportedTypes[type] ?? `不支持的题型 ${label(type) || '（没写）'}`)
    }
  }

  /** Returns the feedback for right, partially right and wrong answers, except Moodle's default texts. */
  private combinedFeedback(): { about: string; comment: string }[] {
    const names = { correctfeedback: '答对', partiallycorrectfeedback: '部分答对', incorrectfeedback: '答错' }
    return Object.entries(names).flatMap(([name, about]) => {
      const element = child(this.element, name)
      return isBoilerplate(xmlNodeText(child(element, 'text'))) ? [] : [{ about, comment: this.text(element) }]
    })
  }

  private score(): number {
    const grade = Number(xmlNodeText(child(this.element, 'defaultgrade')).trim() || '1')
    return Number.isFinite(grade) && grade > 0 ? Math.round(grade * 100) : 100
  }

  /** Returns the stem; appends the image that old files store in a separate element. */
  private stem(): string {
    const written = this.text(child(this.element, 'questiontext'))
    const data = xmlNodeText(child(this.element, 'image_base64')).trim()
    const name = xmlNodeText(child(this.element, 'image')).trim()
    if (data === '') return written
    return `${written}\n\n![](${this.storeImage(name, Buffer.from(data, 'base64'))})`
  }

  private storeImage(name: string, data: Buffer): string {
    const ending = extname(name)
      .toLowerCase()
      .replace(/[^.a-z0-9]/g, '')
    const fileName = `${createHash('sha256').update(data).digest('hex').slice(0, 16)}${ending}`
    this.images.set(fileName, data)
    return fileName
  }

  /** Converts a text by its format, with its embedded files. */
  private text(element: XmlElement | undefined): string {
    if (!element) return ''
    return this.convert(element, xmlNodeText(child(element, 'text') ?? element))
  }

  private convert(element: XmlElement, written: string): string {
    const format = formatOf(element)
    if (format === 'plain') return paragraphs(written.trim())
    const files = new Map(
      children(element, 'file').map((file) => [file.attributes.name ?? '', Buffer.from(xmlNodeText(file), 'base64')]),
    )
    const picture = (src: string) => {
      const name = decodeAddress(src.replace(/^@@PLUGINFILE@@\//, ''))
      const data = files.get(name)
      return data ? this.storeImage(name, data) : null
    }
    if (format === 'markdown')
      return trimAuthorText(written.trim()).replace(
        /@@PLUGINFILE@@\/([^\s)]+)/g,
        (whole_, name: string) => picture(name) ?? whole_,
      )
    const html = element.attributes.format === 'moodle_auto_format' ? linesAsBreaks(written) : written
    return htmlToMarkdown(html, { image: picture, lost: (what) => this.notes.push(`没有带入${what}`) })
  }

  private answers() {
    return children(this.element, 'answer').map((answer) => ({
      answer,
      share: shareOfPercent(Number(answer.attributes.fraction ?? 0)),
      answerText: xmlNodeText(child(answer, 'text')).trim(),
      comment: this.text(child(answer, 'feedback')),
    }))
  }

  private choice(base: ReturnType<typeof commonSourceFields>): SourcePart {
    const flag = (name: string) => xmlNodeText(child(this.element, name)).trim()
    const fixed = /^(0|false)$/.test(flag('shuffleanswers'))
    const answers = this.answers().map((one) => ({ ...one, text: this.text(one.answer) }))
    const options = answers.map(({ text, share }) => ({ text, share, fixed }))
    const analysis = withFeedback(
      base.analysis,
      answers.map(({ text, comment }) => ({ about: text, comment })),
    )
    const part = weighedOptions(!/^(0|false)$/.test(flag('single')), options, this.taggedFields.fields.get('type'))
    return { ...base, analysis, ...part }
  }

  private judge(base: ReturnType<typeof commonSourceFields>): SourcePart {
    const answers = this.answers()
    const right = answers.find(({ share }) => share >= wholeShare - 10)
    if (!right || !/^(true|false)$/i.test(right.answerText)) return unusable('判断题没有正确答案')
    const feedback = answers.map(({ answerText, comment }) => ({
      about: /^t/i.test(answerText) ? '选“对”' : '选“错”',
      comment,
    }))
    return {
      type: 'judge',
      ...base,
      analysis: withFeedback(base.analysis, feedback),
      value: /^true$/i.test(right.answerText),
    }
  }

  private typed(
    base: ReturnType<typeof commonSourceFields>,
    accept: (answerText: string, answer: XmlElement, share: number) => Accepted[],
  ): SourcePart {
    const answers = this.answers()
    const analysis = withFeedback(
      base.analysis,
      answers.map(({ answerText, comment }) => ({ about: answerText === '*' ? '其他' : answerText, comment })),
    )
    const accepted = withPositiveShare(
      answers.flatMap(({ answerText, answer, share }) => accept(answerText, answer, share)),
    )
    const caseSensitive = xmlNodeText(child(this.element, 'usecase')).trim() === '1'
    // The gap is where the author wrote underscores, otherwise at the end.
    const drawn = /(?:\\_){3,}|_{3,}/
    const gap = /\{\{\}\}/.test(base.stem)
      ? base.stem
      : drawn.test(base.stem)
        ? base.stem.replace(drawn, '{{}}')
        : `${base.stem} {{}}`
    return { type: 'blank', ...base, stem: gap, analysis, blanks: [accepted], caseSensitive }
  }

  private numerical(base: ReturnType<typeof commonSourceFields>): SourcePart {
    const typed = this.typed(base, (answerText, answer, share) => {
      if (share <= 0) return []
      const tolerance = xmlNodeText(child(answer, 'tolerance')).trim() || '0'
      return numberRange(answerText === '*' ? '*' : `${answerText}:${tolerance}`, share)
    })
    const part = asNumber(typed, this.taggedFields.fields)
    const units = children(child(this.element, 'units') ?? this.element, 'unit')
    if (units.length === 0 || this.taggedFields.fields.has('number')) return part
    const rule = unitRule(this.element, units)
    if (part.type === 'number' && rule) return { ...part, ...rule }
    this.notes.push('没有带入单位')
    return part
  }

  private essay(base: ReturnType<typeof commonSourceFields>): SourcePart {
    const info = child(this.element, 'graderinfo')
    if (xmlNodeText(child(child(this.element, 'responsetemplate'), 'text')).trim() !== '')
      this.notes.push('没有带入作答模板')
    if (Number(xmlNodeText(child(this.element, 'attachments')) || '0') !== 0) this.notes.push('没有带入附件作答')
    if (/[1-9]/.test(['minwordlimit', 'maxwordlimit'].map((name) => xmlNodeText(child(this.element, name))).join(' ')))
      this.notes.push('没有带入字数限制')
    const { analysis: _, ...taken } = takeReference(this.text(info))
    return { type: 'short', ...base, ...taken }
  }

  private cloze() {
    const element = child(this.element, 'questiontext')
    if (!element) return unusable('没有题干')
    const written = xmlNodeText(child(element, 'text') ?? element)
    const analysis = this.text(child(this.element, 'generalfeedback'))
    const score = this.taggedFields.fields.get('score')
    const result = readCloze(
      written,
      analysis,
      score === undefined ? null : Math.round(Number(score) * 100),
      formatOf(element),
      (text) => this.convert(element, text),
    )
    const data = xmlNodeText(child(this.element, 'image_base64')).trim()
    if (data === '') return result
    const picture = `\n\n![](${this.storeImage(xmlNodeText(child(this.element, 'image')), Buffer.from(data, 'base64'))})`
    if ('part' in result) result.part.stem += picture
    else result.stem += picture
    return result
  }

  /** Converts gaps such as `[[1]]`, which are filled from lists, to a 匹配题 with one pair per gap. */
  private selected(base: ReturnType<typeof commonSourceFields>): SourcePart {
    const boxes = [...children(this.element, 'selectoption'), ...children(this.element, 'dragbox')].map((box) => ({
      text: paragraphs(xmlNodeText(child(box, 'text')).trim()),
      group: xmlNodeText(child(box, 'group')).trim() || '1',
    }))
    const gaps = [...base.stem.matchAll(/\\?\[\\?\[(\d+)\\?\]\\?\]/g)].map(([, number]) => Number(number))
    const right = gaps.map((number) => boxes[number - 1] ?? unusable(`空 [[${number}]] 没有对应的词`))
    if (new Set(right.map(({ group }) => group)).size > 1) return unusable('不同的空从不同的词表里选')
    let count = 0
    const stem = base.stem.replace(/\\?\[\\?\[(\d+)\\?\]\\?\]/g, () => `**（${++count}）**`)
    const pairs = right.map(({ text }, i) => ({ left: `（${i + 1}）`, right: text }))
    const used = new Set(pairs.map((pair) => pair.right))
    const spare = boxes
      .filter(({ text, group }) => group === right[0]?.group && !used.has(text))
      .map(({ text }) => text)
    return { type: 'match', ...base, stem, pairs, distractors: [...new Set(spare)] }
  }
}
