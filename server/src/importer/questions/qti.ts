import { label, unusable } from '../../questions/author-text'
import { placeholder } from '../../questions/blank/notation'
import type { SourcePart, SourceQuestion } from '../../questions/rubric'
import { takeReference } from '../../questions/short/author'
import { contentOfQti } from './content-of-qti'
import { aboutOf, asNumber, asQuestion, commonSourceFields, withFeedback } from './foreign'
import { paragraphs } from './formula-text'
import { Slugs } from './ids'
import { acceptedTexts, choicePart, gapPairs, hotTexts, matchPart, orderPart } from './qti-interactions'
import { asVersion2, QtiItem } from './qti-item'
import type { Reading } from './reading'
import { readingOf } from './validate'
import { below, child, readElements, type XmlElement } from './xml'

export type PictureSource = (src: string) => { name: string; data: Buffer } | null

/** Reads items of QTI 2.0 to 2.2 and of 3.0. */
export async function* readQti(
  pieces: AsyncIterable<string> | Iterable<string>,
  picture: PictureSource,
  slugs = new Slugs(),
): AsyncGenerator<Reading> {
  const isItem = (name: string) => name === 'assessmentItem' || name === 'qti-assessment-item'
  for await (const element of readElements(pieces, isItem)) {
    const item = new QtiItem(asVersion2(element), picture)
    yield readingOf(label(item.name), element.line, () => {
      const read = readItem(item)
      const question = { ...read, analysis: withFeedback(read.analysis, item.inlineFeedback) }
      const taggedSlug = item.taggedFields.fields.get('slug') ?? item.element.attributes.identifier ?? ''
      question.slug = slugs.name(taggedSlug, question)
      return { question, notes: item.notes, images: item.images, source: contentOfQti(item.element) }
    })
  }
}

const unsupported: Record<string, string> = {
  graphicOrderInteraction: '在图上排序',
  graphicAssociateInteraction: '在图上连线',
  graphicGapMatchInteraction: '在图上填空',
  hotspotInteraction: '在图上选区域',
  selectPointInteraction: '在图上点位置',
  positionObjectInteraction: '在图上放物件',
  drawingInteraction: '画图',
  uploadInteraction: '上传文件',
  associateInteraction: '同组之间配对',
  sliderInteraction: '滑块',
  mediaInteraction: '音视频',
  customInteraction: '自定义交互',
  portableCustomInteraction: '自定义交互',
  endAttemptInteraction: '提示按钮',
}
const inline = new Set(['textEntryInteraction', 'inlineChoiceInteraction'])

function readItem(item: QtiItem): SourceQuestion {
  const { element, body } = item
  if (element.attributes.adaptive === 'true') return unusable('不支持自适应题（多次作答、分步反馈）')
  if (child(element, 'templateDeclaration')) return unusable('不支持随机参数题')
  if (!body) return unusable('没有题目内容')
  const interactions = below(body).filter(({ name }) => name.endsWith('Interaction'))
  if (interactions.length === 0) return unusable('没有可以作答的内容')
  for (const { name } of interactions) if (unsupported[name]) return unusable(`不支持的作答方式：${unsupported[name]}`)
  if (item.hasOwnRules && !element.attributes.toolName?.startsWith('duoxiangxue'))
    item.notes.push('不用题里自己写的评分规则，按标准答案评分')
  if (child(element, 'assessmentStimulusRef')) item.notes.push('没有带入共用的材料（stimulus），它在另外的文件里')
  if (!interactions.some(({ name }) => name === 'extendedTextInteraction') && item.scorerNotes !== '')
    item.notes.push('没有带入给阅卷人的说明')
  const about = aboutOf(item.taggedFields)
  const parts = below(body).filter(({ attributes }) => attributes.class === 'dxx-part')
  if (parts.length > 0) return ownMaterial(item, parts, about)
  if (interactions.length > 1 && !interactions.every(({ name }) => name === 'textEntryInteraction'))
    return mixed(item, interactions, about)
  return asQuestion(onePart(item, body, interactions, ''), about)
}

/**
 * Converts one interaction, or several text entries, with the surrounding text. `at` is the suffix of a question part,
 * such as `_1`; otherwise empty.
 */
function onePart(item: QtiItem, within: XmlElement, interactions: XmlElement[], at: string): SourcePart {
  const [interaction] = interactions
  const { name } = interaction!
  const stem = stemOf(item, within)
  const score = item.maxScore(at) ?? 100
  const base = commonSourceFields(stem, item.feedback(at), score)
  switch (name) {
    case 'textEntryInteraction': {
      const accepted = interactions.map((entry) => acceptedTexts(item, entry))
      const maxima = interactions.map((entry) => item.mappedMaximum(entry)).filter((most) => most !== null)
      if (new Set(maxima).size > 1) item.notes.push('各空的权重不同，改为相同')
      const blank: SourcePart = {
        type: 'blank',
        ...base,
        blanks: accepted.map(({ alternatives }) => alternatives),
        caseSensitive: accepted.some(({ caseSensitive }) => caseSensitive),
      }
      const { fields } = item.taggedFields
      const type = at === '' ? fields.get('type') : typeIn(within)
      return asNumber(
        blank,
        new Map([
          ['type', type],
          ['number', fields.get(`number${at.slice(1)}`)],
        ]),
      )
    }
    case 'extendedTextInteraction': {
      const { analysis, ...taken } = takeReference(at === '' ? item.scorerNotes : scorerNotesIn(item, within))
      const declared = item.response(interaction!)
      const written = [taken.reference, ...declared.correct.map(paragraphs)]
      const reference = [...new Set(written)].filter((text) => text !== '').join('\n\n')
      // For a long answer, the mapping lists the grading criteria with their scores.
      const mapped = declared.mapping.filter(({ value }) => value > 0)
      const points = mapped.map(({ key, value }) => ({ score: Math.round(value * 100), text: paragraphs(key) }))
      return {
        type: 'short',
        ...base,
        analysis: base.analysis || analysis,
        reference,
        points: [...taken.points, ...points],
      }
    }
    case 'orderInteraction':
      return { ...base, ...orderPart(item, interaction!) }
    case 'matchInteraction':
      return { ...base, ...matchPart(item, interaction!) }
    case 'gapMatchInteraction':
      return { ...base, ...gapPairs(item, interaction!) }
    case 'hottextInteraction':
      return { ...base, ...hotTexts(item, interaction!) }
    case 'choiceInteraction':
    case 'inlineChoiceInteraction':
      return {
        ...base,
        ...choicePart(item, interaction!, at === '' ? item.taggedFields.fields.get('type') : typeIn(within)),
      }
    default:
      return unusable(`不支持的作答方式：${name}`)
  }
}

const typeIn = (part: XmlElement) => /^dxx-([\w-]+)$/.exec(part.attributes.id?.replace(/_\d+$/, '') ?? '')?.[1]

const scorerNotesIn = (item: QtiItem, within: XmlElement) =>
  below(within)
    .filter(({ name, attributes }) => name === 'rubricBlock' && !attributes.view?.includes('candidate'))
    .map((block) => item.markdown(block.children))
    .join('\n\n')

/** Returns the text around the interactions, with prompts and with placeholders for gaps. */
function stemOf(item: QtiItem, within: XmlElement): string {
  let gaps = 0
  return item.markdown(within.children, (name, attributes, inner) => {
    if (name === 'textEntryInteraction') return placeholder
    if (name === 'inlineChoiceInteraction') return '\\_\\_\\_\\_'
    if (name === 'gap') return `**（${++gaps}）**`
    if (name === 'hottext') return `**${inner().trim()}**`
    if (name === 'prompt') return `${inner()}\n\n`
    if (/^(simpleChoice|gapText|gapImg|simpleMatchSet)$/.test(name)) return ''
    // Called once, because `inner` numbers the gaps.
    if (name.endsWith('Interaction')) return inner()
    return attributes.class === 'dxx-part' ? '' : null
  })
}

/** Reads a 材料题 written by our own export. */
function ownMaterial(item: QtiItem, parts: XmlElement[], about: ReturnType<typeof aboutOf>): SourceQuestion {
  const read = parts.map((part, i): SourcePart => {
    const interactions = below(part).filter(({ name }) => name.endsWith('Interaction'))
    const converted = onePart(item, part, interactions, `_${i + 1}`)
    return { ...converted, slug: item.taggedFields.fields.get(`slug${i + 1}`) ?? `part-${i + 1}` }
  })
  const score = read.reduce((sum, part) => sum + part.score, 0)
  const stem = stemOf(item, item.body!)
  return { type: 'material', slug: '', score, stem, analysis: item.feedback(), parts: read, ...about }
}

/** Reads an item with interactions of different types as a 材料题: each interaction becomes a question part. */
function mixed(item: QtiItem, interactions: XmlElement[], about: ReturnType<typeof aboutOf>): SourceQuestion {
  let count = 0
  const stem = item.markdown(item.body!.children, (name) =>
    name.endsWith('Interaction') ? (inline.has(name) ? `**（${++count}）**` : `\n\n**（${++count}）**\n\n`) : null,
  )
  const scores = scoresOf(item, interactions)
  const parts = interactions.map((interaction, i): SourcePart => {
    const prompt = item.markdown(child(interaction, 'prompt')?.children ?? [])
    const gap = interaction.name === 'textEntryInteraction' ? `：${placeholder}` : ''
    const within: XmlElement = { name: 'div', attributes: {}, children: [interaction], line: interaction.line }
    const part = onePart(item, within, [interaction], '')
    const shown = interaction.name === 'gapMatchInteraction' || interaction.name === 'hottextInteraction'
    return {
      ...part,
      slug: `part-${i + 1}`,
      score: scores[i]!,
      analysis: '',
      stem: shown ? part.stem : prompt || `第（${i + 1}）题${gap}`,
    }
  })
  const score = scores.reduce((sum, one) => sum + one, 0)
  return { type: 'material', slug: '', score, stem, analysis: item.feedback(), parts, ...about }
}

/** Scores of the interactions of one item: the maxima of their mappings, else equal parts of the score of the item. */
function scoresOf(item: QtiItem, interactions: XmlElement[]): number[] {
  const mappedScores = interactions.map((interaction) => item.mappedMaximum(interaction) ?? 0)
  const total = item.maxScore() ?? 0
  const sum = mappedScores.reduce((all, one) => all + one, 0)
  if (mappedScores.every((one) => one > 0) && (total === 0 || total === sum)) return mappedScores
  if (total === 0) return interactions.map(() => 100)
  item.notes.push('没有带入各小题的分值，平均分配题的总分')
  const each = Math.floor(total / interactions.length)
  return interactions.map((_, i) => (i === 0 ? total - each * (interactions.length - 1) : each))
}
