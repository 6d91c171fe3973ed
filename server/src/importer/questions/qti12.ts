import { label, unusable } from '../../questions/author-text'
import { countBlanks, placeholder } from '../../questions/blank/notation'
import type { SourcePart, SourceQuestion } from '../../questions/rubric'
import { wholeShare } from '../../questions/shares'
import { contentOfQti12 } from './content-of-qti'
import { aboutOf, asQuestion, commonSourceFields, readTags, weighedOptions, withFeedback } from './foreign'
import { paragraphs } from './formula-text'
import { splitPairs } from './gift-answers'
import { htmlToMarkdown } from './html-to-markdown'
import { Slugs } from './ids'
import type { PictureSource } from './qti'
import { blackboardPairs, hasRightBlock, orderedItems, questionBlock, truthOfLabel } from './qti12-blackboard'
import { type Condition, conditionsOf, isText, metadataOf } from './qti12-conditions'
import { namedBlanks, stemWithBlanks, typedBlank, typedBlanks } from './qti12-typed'
import { type Reading, refused } from './reading'
import { readingOf } from './validate'
import { below, child, elements, readElements, type XmlElement, xmlNodeText } from './xml'

/** Reads items of QTI 1.2 as Canvas and Blackboard export them. */
export async function* readQti12(
  pieces: AsyncIterable<string> | Iterable<string>,
  picture: PictureSource,
  slugs = new Slugs(),
): AsyncGenerator<Reading> {
  for await (const element of readElements(pieces, (name) => name === 'item' || name === 'selection_ordering')) {
    if (element.name === 'selection_ordering') {
      const of = (wanted: string) => label(xmlNodeText(below(element).find(({ name }) => name === wanted)).trim())
      const [count, points] = [of('selection_number'), of('points_per_item')]
      const each = points === '' ? '' : `；组里每题 ${points} 分也没有带入，各题用自己的分值`
      if (count !== '') {
        const text = `没有带入“随机抽 ${count} 题”，组里的题全部带入${each}`
        yield { ...refused('题组', element.line, text), isOther: true }
      }
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

const lostMedia: Record<string, string> = {
  mataudio: '音频',
  matvideo: '视频',
  matapplet: '程序',
  matapplication: '附件',
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
    this.type =
      ['question_type', 'bbmd_questiontype', 'cc_profile'].map((name) => metadataOf(element, name)).find(Boolean) ?? ''
  }

  read(): SourceQuestion {
    const base = commonSourceFields(this.stem(), this.analysis(), this.score())
    if (/multiple_dropdowns/.test(this.type)) return this.dropdowns(base)
    return asQuestion(this.part(base), aboutOf(readTags([])))
  }

  /** Points of Canvas, Blackboard or Common Cartridge, else the maximum of the score unless it is a percentage. */
  private score(): number {
    const names = ['points_possible', 'qmd_absolutescore_max', 'cc_weighting', 'qmd_weighting']
    const maximum = below(this.element).find(({ name }) => name === 'decvar')?.attributes.maxvalue
    const points = [...names.map((name) => metadataOf(this.element, name)), maximum === '100' ? '' : maximum].map(
      Number,
    )
    return Math.round((points.find((value) => value > 0) ?? 1) * 100)
  }

  private part(base: Base): SourcePart {
    const choices = this.within('response_lid')
    const typed = this.within('response_str', 'response_num')
    const text = (element: XmlElement | undefined) => this.material(element)
    if (/file_upload|calculated|Calculated|Hot Spot|Jumbled|Quiz Bowl/.test(this.type))
      return unusable(`不支持的题型 ${label(this.type)}`)
    if (this.conditions.some(({ isPart }) => isPart)) this.notes.push('“包含”的答案改为全文相同才算对')
    if (/fill_in_multiple_blanks/.test(this.type)) return namedBlanks(base, choices, this.conditions)
    if (hasRightBlock(this.presentation))
      return { ...base, ...blackboardPairs(this.presentation, this.conditions, text) }
    if (choices[0]?.attributes.rcardinality === 'Ordered')
      return { ...base, ...orderedItems(choices[0], this.conditions, text) }
    if (choices.length > 0 && typed.length > 0) return unusable('一题里有几种作答方式')
    if (choices.length > 1) return this.matching(base, choices)
    if (choices.length === 1) return this.choice(base, choices[0]!)
    if (typed.length === 0) return unusable('没有可以作答的内容')
    if (typed.length > 1)
      return countBlanks(base.stem) === typed.length
        ? typedBlanks(base, typed, this.conditions, this.notes)
        : namedBlanks(base, typed, this.conditions)
    const isNumber = /numerical|Numeric/.test(this.type)
    const blank = typedBlank(base, typed[0]!, this.conditions, isNumber)
    const stem = base.stem.replace(placeholder, '\\_\\_\\_\\_')
    return blank ?? { type: 'short', ...base, stem, reference: this.solution(), points: [] }
  }

  private within(...names: string[]): XmlElement[] {
    return below(this.presentation).filter((element) => names.includes(element.name))
  }

  /** Returns the text of `material` elements outside responses, with placeholders for typed answers between them. */
  private stem(): string {
    const pieces: string[] = []
    const idents: string[] = []
    const walk = (element: XmlElement) => {
      for (const inner of elements(element)) {
        if (inner.name === 'response_str' || inner.name === 'response_num') {
          pieces.push(placeholder)
          idents.push(inner.attributes.ident ?? '')
        } else if (/^response_/.test(inner.name)) continue
        else if (inner.name === 'material') pieces.push(this.material(inner))
        else walk(inner)
      }
    }
    walk(questionBlock(this.presentation))
    return stemWithBlanks(pieces.filter(Boolean), idents)
  }

  private material(element: XmlElement | undefined): string {
    if (!element) return ''
    return below(element)
      .map((inner) => {
        if (inner.name === 'matimage') return this.image(inner.attributes.uri ?? '')
        const lost = lostMedia[inner.name]
        if (lost) this.notes.push(`没有带入${lost} ${(inner.attributes.uri ?? '').slice(0, 80)}`.trim())
        if (!isText(inner)) return ''
        const isHtml = /html/i.test(inner.attributes.texttype ?? inner.attributes.type ?? '')
        return isHtml ? this.html(xmlNodeText(inner)) : paragraphs(xmlNodeText(inner).trim())
      })
      .filter(Boolean)
      .join('\n\n')
  }

  private html(text: string): string {
    return htmlToMarkdown(text, {
      image: (src) => this.storeImage(src.replace(/^\$?(IMS-CC-FILEBASE|%24IMS-CC-FILEBASE%24)\$?\//, '')),
      lost: (what) => this.notes.push(`没有带入${what}`),
    })
  }

  private image(uri: string): string {
    const name = this.storeImage(uri)
    if (name === null) this.notes.push(`没有带入图片 ${uri.slice(0, 80)}`)
    return name === null ? '' : `![](${name})`
  }

  private storeImage(src: string): string | null {
    const found = this.picture(src)
    if (found) this.images.set(found.name, found.data)
    return found?.name ?? null
  }

  /** Returns the feedback for all answers, followed by the feedback for individual answers. */
  private analysis(): string {
    // The solution of an essay is its model answer.
    const isEssay = /essay|Short Response/i.test(this.type)
    const texts = below(this.element)
      .filter(({ name, attributes }) => name === 'itemfeedback' && !(isEssay && attributes.ident === 'solution'))
      .map((feedback) => ({ id: feedback.attributes.ident ?? '', comment: this.material(feedback) }))
    const labels = new Map(this.within('response_label').map((one) => [one.attributes.ident, this.material(one)]))
    const general = texts.filter(({ id }) => isGeneral(id)).map(({ comment }) => comment)
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
      others.map(({ id, comment }) => ({ about: about(id), comment })),
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
    for (const { score, right } of this.conditions) {
      for (const { value } of right) {
        const known = shares.get(value)
        if (score !== 0 || known === undefined) shares.set(value, known ? Math.max(known, score) : score)
      }
    }
    const most = Math.max(0, ...shares.values())
    if (most <= 0) return unusable('没有正确答案')
    const texts = labels.map((one) => ({ id: one.attributes.ident ?? '', text: this.material(one) }))
    const truths = texts.map(({ text }) => truthOfLabel(text))
    const isRight = (id: string) => (shares.get(id) ?? 0) === most
    if (truths.length === 2 && truths.includes(true) && truths.includes(false))
      return { type: 'judge', ...base, value: isRight(texts[truths.indexOf(true)]!.id) }
    const isSingle = response.attributes.rcardinality !== 'Multiple'
    if (
      !isSingle &&
      this.conditions.some(({ isAdded, right, score }) => isAdded && right.length === 1 && score !== 0)
    ) {
      const all = Math.max(
        most,
        [...shares.values()].reduce((sum, score) => sum + Math.max(0, score), 0),
      )
      const added = texts.map(({ id, text }) => ({
        text,
        share: Math.round(((shares.get(id) ?? 0) / all) * wholeShare),
      }))
      return { ...base, ...weighedOptions(false, added, undefined) }
    }
    const rights = texts.filter(({ id }) => (shares.get(id) ?? 0) > 0).length
    const options = texts.map(({ id, text }) => {
      const share = Math.round(((shares.get(id) ?? 0) / most) * wholeShare)
      return { text, share: isSingle ? share : share > 0 ? Math.round(wholeShare / rights) : -wholeShare }
    })
    return { ...base, ...weighedOptions(isSingle, options, isSingle ? undefined : 'multiple') }
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
