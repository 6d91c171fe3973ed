import { label, unusable } from '../../questions/author-text'
import { placeholder } from '../../questions/blank/notation'
import type { Accepted } from '../../questions/blank/rubric'
import type { SourcePart, SourceQuestion } from '../../questions/rubric'
import { wholeShare } from '../../questions/shares'
import { contentOfQti12 } from './content-of-source'
import {
  aboutOf,
  asNumber,
  asQuestion,
  commonSourceFields,
  readTags,
  weighedOptions,
  withFeedback,
  worth,
} from './foreign'
import { paragraphs } from './formula-text'
import { numberRange, splitPairs } from './gift'
import { htmlToMarkdown } from './html-to-markdown'
import { Slugs } from './ids'
import type { PictureSource } from './qti'
import { blackboardPairs, hasRightBlock, orderedItems, questionBlock, truthOfLabel } from './qti12-blackboard'
import { type Condition, conditionsOf, metadataOf } from './qti12-conditions'
import { type Reading, refused } from './reading'
import { readingOf } from './validate'
import { below, child, readElements, type XmlElement, xmlNodeText } from './xml'

/** Reads items of QTI 1.2 as Canvas and Blackboard export them. */
export async function* readQti12(
  pieces: AsyncIterable<string> | Iterable<string>,
  picture: PictureSource,
  slugs = new Slugs(),
): AsyncGenerator<Reading> {
  for await (const element of readElements(pieces, (name) => name === 'item' || name === 'selection_ordering')) {
    if (element.name === 'selection_ordering') {
      const count = xmlNodeText(below(element).find(({ name }) => name === 'selection_number')).trim()
      if (count !== '') yield refused('题组', element.line, `没有带入“随机抽 ${label(count)} 题”，组里的题全部带入`)
      continue
    }
    const item = new Item(element, picture)
    const title = element.attributes.title ?? ''
    // Canvas names every question without a title `Question`.
    const text = xmlNodeText(below(element).find(({ name }) => /^mat_?(formatted)?text$/.test(name))).replace(
      /<[^>]*>/g,
      ' ',
    )
    const name = title === 'Question' || title === '' ? label(text) || title : title
    yield readingOf(name || label(element.attributes.ident ?? '') || '没有标题的题', element.line, () => {
      const question = item.read()
      question.slug = slugs.name(element.attributes.ident ?? '', question)
      return { question, notes: item.notes, images: item.images, source: contentOfQti12(element) }
    })
  }
}

const isGeneral = (id: string) => /^general(_fb)?$/.test(id)

type Base = ReturnType<typeof commonSourceFields>

class Item {
  readonly notes: string[] = []
  readonly images = new Map<string, Buffer>()
  private readonly presentation: XmlElement
  private readonly conditions: Condition[]
  private readonly type: string

  constructor(
    private readonly element: XmlElement,
    private readonly picture: PictureSource,
  ) {
    this.presentation = child(element, 'presentation') ?? { name: '', attributes: {}, children: [], line: 0 }
    this.conditions = conditionsOf(element)
    this.type = metadataOf(element, 'question_type') || metadataOf(element, 'bbmd_questiontype')
  }

  read(): SourceQuestion {
    const points = Number(
      metadataOf(this.element, 'points_possible') || metadataOf(this.element, 'qmd_absolutescore_max'),
    )
    const base = commonSourceFields(this.stem(), this.analysis(), points > 0 ? Math.round(points * 100) : 100)
    if (/multiple_dropdowns/.test(this.type)) return this.dropdowns(base)
    return asQuestion(this.part(base), aboutOf(readTags([])))
  }

  private part(base: Base): SourcePart {
    const choices = this.within('response_lid')
    const typed = [...this.within('response_str'), ...this.within('response_num')]
    const text = (element: XmlElement | undefined) => this.material(element)
    if (/file_upload|calculated|Calculated|Hot Spot|Jumbled|Quiz Bowl/.test(this.type))
      return unusable(`不支持的题型 ${label(this.type)}`)
    if (this.conditions.some(({ isPart }) => isPart)) this.notes.push('“包含”的答案改为全文相同才算对')
    if (/fill_in_multiple_blanks/.test(this.type)) return this.namedBlanks(base, choices)
    if (hasRightBlock(this.presentation))
      return { ...base, ...blackboardPairs(this.presentation, this.conditions, text) }
    if (choices[0]?.attributes.rcardinality === 'Ordered')
      return { ...base, ...orderedItems(choices[0], this.conditions, text) }
    if (choices.length > 1) return this.matching(base, choices)
    if (choices.length === 1) return this.choice(base, choices[0]!)
    if (typed.length === 0) return unusable('没有可以作答的内容')
    if (typed.length > 1) return this.namedBlanks(base, typed)
    return this.typed(base, typed[0]!)
  }

  private within(name: string): XmlElement[] {
    return below(this.presentation).filter((element) => element.name === name)
  }

  /** Returns the text of `material` elements outside responses. */
  private stem(): string {
    const texts: string[] = []
    const walk = (element: XmlElement) => {
      for (const inner of element.children) {
        if (typeof inner === 'string' || /^response_/.test(inner.name)) continue
        if (inner.name === 'material') texts.push(this.material(inner))
        else walk(inner)
      }
    }
    walk(questionBlock(this.presentation))
    return texts.filter(Boolean).join('\n\n')
  }

  private material(element: XmlElement | undefined): string {
    if (!element) return ''
    return below(element)
      .map((inner) => {
        if (inner.name === 'matimage') return this.image(inner.attributes.uri ?? '')
        if (inner.name !== 'mattext' && inner.name !== 'mat_formattedtext') return ''
        const isHtml = /html/i.test(inner.attributes.texttype ?? inner.attributes.type ?? '')
        return isHtml ? this.html(xmlNodeText(inner)) : paragraphs(xmlNodeText(inner).trim())
      })
      .filter(Boolean)
      .join('\n\n')
  }

  private html(text: string): string {
    return htmlToMarkdown(text, {
      image: (src) => this.keep(src.replace(/^\$?(IMS-CC-FILEBASE|%24IMS-CC-FILEBASE%24)\$?\//, '')),
      lost: (what) => this.notes.push(`没有带入${what}`),
    })
  }

  private image(uri: string): string {
    const name = this.keep(uri)
    if (name === null) this.notes.push(`没有带入图片 ${uri.slice(0, 80)}`)
    return name === null ? '' : `![](${name})`
  }

  private keep(src: string): string | null {
    const found = this.picture(src)
    if (found) this.images.set(found.name, found.data)
    return found?.name ?? null
  }

  /** Returns the feedback for all answers, followed by the feedback for individual answers. */
  private analysis(): string {
    // The solution of an essay is its model answer.
    const isEssay = /Essay|Short Response/.test(this.type)
    const texts = below(this.element)
      .filter(({ name, attributes }) => name === 'itemfeedback' && !(isEssay && attributes.ident === 'solution'))
      .map((feedback) => ({ id: feedback.attributes.ident ?? '', says: this.material(feedback) }))
    const labels = new Map(this.within('response_label').map((one) => [one.attributes.ident, this.material(one)]))
    const general = texts.filter(({ id }) => isGeneral(id)).map(({ says }) => says)
    const others = texts.filter(({ id }) => !isGeneral(id))
    const about = (id: string) => {
      const value = this.conditions.find(({ feedback }) => feedback.includes(id))?.right[0]?.value
      if (/incorrect|wrong/i.test(id)) return '答错'
      if (/^correct/i.test(id)) return '答对'
      const choice = labels.get(id.replace(/_fb$/, ''))
      return choice ?? (value === undefined ? '反馈' : (labels.get(value) ?? value))
    }
    return withFeedback(
      general.join('\n\n'),
      others.map(({ id, says }) => ({ about: about(id), says })),
    )
  }

  /** Model answer of an essay question of Blackboard. */
  private solution(): string {
    const solutions = below(this.element).filter(
      ({ name, attributes }) => name === 'itemfeedback' && attributes.ident === 'solution',
    )
    return solutions
      .map((solution) => this.material(solution))
      .filter(Boolean)
      .join('\n\n')
  }

  private choice(base: Base, response: XmlElement): SourcePart {
    const labels = below(response).filter(({ name }) => name === 'response_label')
    const shares = new Map<string, number>()
    for (const { score, right } of this.conditions)
      for (const { value } of right) shares.set(value, Math.max(shares.get(value) ?? 0, score))
    const most = Math.max(0, ...shares.values())
    if (most <= 0) return unusable('没有正确答案')
    const texts = labels.map((one) => ({ id: one.attributes.ident ?? '', text: this.material(one) }))
    const truths = texts.map(({ text }) => truthOfLabel(text))
    const isRight = (id: string) => (shares.get(id) ?? 0) === most
    if (truths.length === 2 && truths.includes(true) && truths.includes(false))
      return { type: 'judge', ...base, value: isRight(texts[truths.indexOf(true)]!.id) }
    const isSingle = response.attributes.rcardinality !== 'Multiple'
    const rights = texts.filter(({ id }) => (shares.get(id) ?? 0) > 0).length
    const options = texts.map(({ id, text }) => {
      const share = Math.round(((shares.get(id) ?? 0) / most) * wholeShare)
      return { text, share: isSingle ? share : share > 0 ? Math.round(wholeShare / rights) : -wholeShare }
    })
    return { ...base, ...weighedOptions(isSingle, options, isSingle ? undefined : 'multiple') }
  }

  private typed(base: Base, response: XmlElement): SourcePart {
    // Blackboard's rules for typed answers have no scores; then every answer in a rule is right.
    const scored = this.conditions.filter(({ score, right, from }) => score > 0 && (right.length > 0 || from !== null))
    const mine = scored.length > 0 ? scored : this.conditions.map((condition) => ({ ...condition, score: 100 }))
    const ident = response.attributes.ident ?? ''
    const values = mine.flatMap(({ score, right, from, to }) => [
      ...(from !== null && to !== null ? [{ score, value: `${from}..${to}` }] : []),
      ...right.filter(({ ident: of }) => of === ident || of === '').map(({ value }) => ({ score, value })),
    ])
    if (values.length === 0) return { type: 'short', ...base, reference: this.solution(), points: [] }
    const most = Math.max(...values.map(({ score }) => score))
    const isNumber = /numerical|Numeric/.test(this.type) || response.name === 'response_num'
    const share = (score: number) => Math.round((score / most) * wholeShare)
    const ranges = values.filter(({ value }) => value.includes('..'))
    const accepted = isNumber
      ? (ranges.length > 0 ? ranges : values).flatMap(({ score, value }) => numberRange(value, share(score)))
      : values.map(({ score, value }): Accepted => ({ text: value, share: share(score) }))
    const drawn = /(?:\\_){3,}/
    const stem = drawn.test(base.stem) ? base.stem.replace(drawn, placeholder) : `${base.stem} ${placeholder}`
    return asNumber({ type: 'blank', ...base, stem, blanks: [worth(accepted)], caseSensitive: false }, new Map())
  }

  /** Reads blanks such as `[name]` in the stem: `response_name` of Canvas lists the answers, rules of Blackboard contain them. */
  private namedBlanks(base: Base, responses: XmlElement[]): SourcePart {
    const blanks: Accepted[][] = []
    const stem = base.stem.replace(/\\?\[([^[\]\\]+)\\?\]/g, (found, name: string) => {
      const response = responses.find(
        ({ attributes: { ident = '' } }) => ident === name || ident === `response_${name}`,
      )
      if (!response) return found
      const labels =
        response.name === 'response_lid' ? below(response).filter((inner) => inner.name === 'response_label') : []
      const keys = this.conditions
        .flatMap(({ right }) => right)
        .filter(({ ident }) => ident === response.attributes.ident)
      const texts = labels.length > 0 ? labels.map((one) => xmlNodeText(one).trim()) : keys.map(({ value }) => value)
      blanks.push([...new Set(texts)].map((text) => ({ text, share: wholeShare })))
      return placeholder
    })
    if (blanks.length !== responses.length) return unusable('题干里的空和答案对不上')
    return { type: 'blank', ...base, stem, blanks, caseSensitive: false }
  }

  /** Reads a text with lists to choose from, `[name]` in the stem, as a 材料题 with one 单选题 per list. */
  private dropdowns(base: Base): SourceQuestion {
    const responses = this.within('response_lid')
    let count = 0
    const order: XmlElement[] = []
    const stem = base.stem.replace(/\\?\[([^[\]\\]+)\\?\]/g, (found, name: string) => {
      const response = responses.find(({ attributes }) => attributes.ident === `response_${name}`)
      if (!response || order.includes(response)) return found
      order.push(response)
      return `**（${++count}）**`
    })
    if (order.length === 0 || order.length !== responses.length) return unusable('题干里的空和答案对不上')
    const keys = this.conditions.flatMap(({ right }) => right)
    const each = Math.round(base.score / order.length)
    const parts = order.map((response, i): SourcePart => {
      const key = keys.find(({ ident }) => ident === response.attributes.ident)?.value
      const labels = below(response).filter(({ name }) => name === 'response_label')
      if (!labels.some(({ attributes }) => attributes.ident === key)) return unusable('有的空没有正确答案')
      const options = labels.map((one) => ({
        text: this.material(one),
        right: one.attributes.ident === key,
        fixed: false,
        share: null,
      }))
      return { type: 'single', slug: `part-${i + 1}`, score: each, stem: `第（${i + 1}）空`, analysis: '', options }
    })
    const score = each * parts.length
    return { type: 'material', slug: '', score, stem, analysis: base.analysis, parts, ...aboutOf(readTags([])) }
  }

  private matching(base: Base, responses: XmlElement[]): SourcePart {
    const rightOf = new Map(
      this.conditions.flatMap(({ right }) => right.map(({ ident, value }) => [ident, value] as const)),
    )
    const texts = new Map(this.within('response_label').map((one) => [one.attributes.ident ?? '', this.material(one)]))
    const pairs = responses.map((response) => ({
      left: this.material(child(response, 'material')),
      right: texts.get(rightOf.get(response.attributes.ident ?? '') ?? '') ?? unusable('有的项没有对应的项'),
    }))
    const spare = [...texts.values()].map((right) => ({ left: '', right }))
    return { type: 'match', ...base, ...splitPairs([...pairs, ...spare]) }
  }
}
