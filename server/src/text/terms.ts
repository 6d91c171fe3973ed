import { isElement, type Node, readableText } from './document'
import { plainFormulas } from './plain-formulas'
import { chineseTopics } from './related-terms'
import { isFiller, pairsOf, signsOf, type WordTools } from './words'

/** Topics of a document, from its markup and repeated words. They reveal no sentence of the document. */
export interface Mined {
  headings: string[]
  /** Emphasised names, which usually mark a definition. */
  names: string[]
  /** Short pieces of code and formulas. */
  code: string[]
  /** Captions, names of boxes and heads of tables. */
  captions: string[]
  /** Words with the number of times they occur. */
  words: Map<string, number>
}

const longestName = 16
const longestCode = 24
const longestFormula = 80
const mostCode = 120
/** A word that occurs less often is only mentioned, not a topic. Longer Chinese words are seldom used in passing. */
const leastRepeated = (word: string) => (/^\p{Script=Han}{3,}$/u.test(word) ? 1 : 2)
const mostRepeated = 200
const longestCaption = 60
const mostCaptions = 60

const clean = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Texts of a chapter that may name topics, as written. */
export interface TopicTexts {
  headings: string[]
  names: string[]
  code: string[]
  captions: string[]
  /** All text outside of code. */
  prose: string
}

/** Finds the texts of a chapter that may name topics. */
export function topicTexts(nodes: Node[]): TopicTexts {
  const [headings, names, captions, prose]: string[][] = [[], [], [], []]
  // Repeated formulas and words of code count once.
  const [code, formulas] = [new Set<string>(), new Set<string>()]
  const walkAll = (nodes: Node[]) => {
    for (const [i, node] of nodes.entries()) walk(node, nodes[i + 1])
  }
  const walk = (node: Node, after: Node | undefined) => {
    if (!isElement(node)) {
      if ('data' in node) prose!.push(node.data as string)
      return
    }
    const { name, attribs } = node
    if (name === 'pre') {
      for (const word of (readableText(node).match(/[A-Za-z_]\w{2,}/g) ?? []).slice(0, mostCode)) code.add(word)
      return
    }
    const isFormula = attribs.class?.split(' ').includes('katex') ?? false
    const text = isFormula || topicElements.test(name) ? clean(readableText(node)) : ''
    if (/^h[2-4]$/.test(name)) headings!.push(text)
    else if (/^(strong|b|dfn|em)$/.test(name) && text.length <= longestName) {
      names!.push(text.replace(/[。，：；]$/, ''))
      // An emphasised name may be followed by another name in brackets: 漏还（内存泄漏）.
      const [, other] = /^（([^（）]{2,16})）/.exec(after ? readableText(after) : '') ?? []
      if (other) names!.push(other)
    } else if (name === 'code' && text.length <= longestCode) code.add(text)
    else if (isCaption(name, attribs.class) && captions!.length < mostCaptions)
      captions!.push(clean(readableText(node)).slice(0, longestCaption))
    if (isFormula) {
      if (text.length <= longestFormula && !formulas.has(text)) code.add(plainFormulas(text).replaceAll('$', ''))
      formulas.add(text)
      return
    }
    walkAll(node.children)
  }
  walkAll(nodes)
  // Names that a sentence introduces without emphasis: 这叫赌徒谬误。收这笔钱的办法叫庇古税。
  for (const [, named] of prose!
    .join('')
    .matchAll(/(?:叫做?|叫作|称作|称为|合称|俗称|又称|简称)[「“]?([\p{Script=Han}A-Za-z]{2,10})(?=[」”。，；：（])/gu))
    names!.push(named!)
  return { headings: headings!, names: names!, code: [...code], captions: captions!, prose: prose!.join('\n') }
}

/** Whether an element names what it belongs to: a figure, a box or the column of a table. */
const isCaption = (name: string, className = '') =>
  name === 'figcaption' || name === 'th' || className.split(' ').includes('admonition-title')

const topicElements = /^(h[2-4]|strong|b|dfn|em|code)$/

/** Collects the topics of a chapter. */
export function collectTopics({ headings, names, code, captions, prose }: TopicTexts, { fold, cut }: WordTools): Mined {
  const folded = [headings, names, code, captions].map((list) => [...new Set(list.map(fold))])
  const plain = fold(prose)
  const cutWords = cut(plain)
  const words = repeated(cutWords)
  for (const name of [...namesByKind(cutWords), ...acronyms(prose, fold)]) if (!words.has(name)) words.set(name, 1)
  for (const topic of chineseTopics) if (!words.has(topic) && plain.includes(topic)) words.set(topic, 1)
  return { headings: folded[0]!, names: folded[1]!, code: folded[2]!, captions: folded[3]!, words }
}

/** Words that name the kind of a topic; the word before says which one: 辛普森 悖论, 对角线 法. */
const kinds = new Set('定理 定律 原理 公式 法则 悖论 效应 谬误 不等式 猜想 分布 算法 曲线 模型 准则 范式 法'.split(' '))

/** Names of topics that end with their kind. They are topics even if they occur once. */
function namesByKind(words: string[]): Set<string> {
  const names = new Set<string>()
  for (const [i, word] of words.entries()) {
    const which = words[i - 1]
    if (kinds.has(word) && which && /^\p{Script=Han}{2,6}$/u.test(which) && !isFiller(which)) names.add(which + word)
  }
  return names
}

/** Abbreviations such as LRU and BFS name a topic even if they occur once. */
const acronyms = (prose: string, fold: WordTools['fold']) =>
  new Set([...prose.matchAll(/(?<![A-Za-z0-9_])[A-Z]{3,6}(?![A-Za-z0-9_])/g)].map(([name]) => fold(name)))

function repeated(words: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) if (!isFiller(word) && !/^\d+$/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const often = [...counts].filter(([word, count]) => count >= leastRepeated(word))
  return new Map(often.sort(([, a], [, b]) => b - a).slice(0, mostRepeated))
}

/** Returns a title without its number and spaces: 3.1 栈：后进先出 becomes 栈：后进先出. */
export const coreOf = (foldedTitle: string) =>
  foldedTitle.replace(/^(\d+(\.\d+)*|第\s*[\d一二三四五六七八九十百]+\s*[章课节晚周讲])\s*/, '').replace(/\s+/g, '')

/** Splits a title or heading into names: 栈：后进先出 contains 栈 and 后进先出. */
export const splitTitle = (folded: string) =>
  folded
    .split(/[\s：:，,、。；;？?！!“”"「」《》（）()/·]|与|和/u)
    .map((part) => part.trim())
    .filter((part) => part.length > 0 && part.length <= 12)

type Weight = 'A' | 'B' | 'C' | 'D'

/** Collects the tokens of a document with weight and number of positions, as a tsvector literal. */
export class Tokens {
  private readonly found = new Map<string, { weight: Weight; count: number }>()

  constructor(private readonly cut: WordTools['cut']) {}

  private put(token: string, weight: Weight, count = 1) {
    const known = this.found.get(token)
    if (!known) this.found.set(token, { weight, count })
    else this.found.set(token, { weight: known.weight < weight ? known.weight : weight, count: known.count + count })
  }

  /** Adds pairs of Chinese characters (a lone character as it is), words of other scripts, and signs. */
  text(folded: string, weight: Weight) {
    for (const [run] of folded.matchAll(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+/gu))
      for (const token of /\p{Script=Han}/u.test(run) ? pairsOf(run) : [run.slice(0, 64)]) this.put(token, weight)
    for (const sign of signsOf(folded)) this.put(sign, weight)
    return this
  }

  /** Like `text`, but also adds each Chinese character; a character inside a longer word gets a lower weight. */
  name(folded: string, weight: Weight) {
    this.text(folded, weight)
    const inside = weight === 'A' ? 'B' : weight === 'B' ? 'C' : 'D'
    for (const word of this.cut(folded)) {
      const characters = [...word].filter((one) => /\p{Script=Han}/u.test(one))
      for (const character of characters) this.put(character, characters.length === 1 ? weight : inside)
    }
    // Users also type left join as leftjoin.
    const latin = folded.match(/[a-z][a-z0-9]*(?: [a-z][a-z0-9]*)+/g) ?? []
    for (const words of latin) this.put(words.replaceAll(' ', '').slice(0, 64), weight)
    return this
  }

  word(folded: string, weight: Weight, count: number) {
    for (const token of /\p{Script=Han}/u.test(folded) ? pairsOf(folded) : [folded]) this.put(token, weight, count)
    return this
  }

  /** Adds words of the book's title with the prefix `@`: a query for a chapter may contain them as additional words. */
  book(folded: string) {
    for (const [run] of folded.matchAll(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+/gu))
      for (const token of /\p{Script=Han}/u.test(run) ? [...pairsOf(run), ...run] : [run]) this.put(`@${token}`, 'D')
    return this
  }

  literal(): string {
    return [...this.found]
      .filter(([token]) => token.length > 0 && !token.includes('\0'))
      .map(([token, { weight, count }]) => {
        const places = Array.from({ length: Math.min(10, count) }, (_, i) => `${i + 1}${weight}`)
        return `'${token.replace(/[\\']/g, (sign) => sign + sign)}':${places.join(',')}`
      })
      .join(' ')
  }
}
