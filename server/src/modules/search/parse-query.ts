import { otherNames } from '../../text/bilingual'
import { chineseTopics, relatedTerms } from '../../text/related-terms'
import { isFiller, pairsOf, signsOf, type WordTools, wordTools } from '../../text/words'

/** One word of the input, with its synonyms. */
export interface Unit {
  text: string
  /** The word itself, then its synonyms. Each is a list of words, all of which must occur. */
  alternatives: string[][]
  /** True for single characters and words such as 定义 beside words: they need not occur and only influence the ranking. */
  optional: boolean
}

/** Parsed search input. */
export interface SearchQuery {
  /** The whole input without spaces, then its synonyms. Compared with titles of documents. */
  phrases: string[]
  units: Unit[]
  /** Letters that may be pinyin; otherwise null. */
  pinyin: string | null
  /** Words to emphasise in results. */
  marks: string[]
}

/** Words that students add to the name of a topic, and that its chapter often says otherwise or not at all. */
const aspects = new Set(
  '求 算 计算 求解 定义 概念 意思 含义 区别 差别 不同 例子 例题 题目 步骤 过程 作用 用处 性质 特点 优缺点 应用 实现 代码 技巧 详解 总结 知识点 几何意义 机制 意义 原因 好处 坏处 优点 缺点 理解 解释 思路 思想 考点 重点 难点 推导 对比 比较 举例 情况 处理 解决 避免 防止 区分 判断 选择 使用'.split(
    ' ',
  ),
)

const isHan = (text: string) => /\p{Script=Han}/u.test(text)
const squeeze = (text: string) => text.replace(/\s+/g, '')

/** Replaces hyphens between letters by spaces, and joins single Chinese characters: 快 速 排 序 is one word. */
function tidy(folded: string): string {
  const text = folded
    // Formulas are indexed without the braces of TeX.
    .replace(/(?<=[\^_])\{([^{}]*)\}/g, '$1')
    .replace(/(?<=[a-z])-(?=[a-z])/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return text.split(' ').every((part) => [...part].length === 1 && isHan(part)) ? squeeze(text) : text
}

/** Returns the names that a search accepts in place of a term. */
type Names = (term: string) => string[]

/** Names of a term and of topics close to it. */
const closeNames: Names = (term) => [...new Set([...otherNames(term), ...relatedTerms(term)])]

/** Words of a name, all of which must occur in a document; connecting words are left out. */
function wordsOfName(name: string, { cut }: WordTools): string[] {
  const words = isHan(name) ? cut(name) : name.split(' ')
  const telling = words.filter((word) => !isFiller(word))
  return telling.length > 0 ? telling : words
}

/** English words without their ending, because a prefix finds longer forms but not shorter ones: hashing, hash. */
function stemsOf(word: string): string[] {
  const [, stem = ''] = /^([a-z]{3,}?)(?:ing|es|s|ed)$/.exec(word) ?? []
  return stem.length >= 4 ? [stem] : []
}

function unitOf(text: string, tools: WordTools, names: Names): Unit {
  const parts = tools.parts(text)
  const bare = /^[\p{L}\p{N}_]+$/u.test(text) ? [] : (text.match(/[a-z][a-z_]{2,}/g) ?? [])
  const alternatives = [
    [text],
    ...(parts.length > 1 ? [parts] : []),
    // Words with signs are also found without them: select *, printf(), null = null.
    ...(bare.length > 0 && !isHan(text) ? [[...new Set(bare)]] : []),
    ...stemsOf(text).map((stem) => [stem]),
    ...names(text).map((name) => wordsOfName(name, tools)),
  ]
  return { text, alternatives, optional: false }
}

/** Joins characters that the dictionary left single: 七桥 and 通项 are words that the dictionary lacks. */
function joinSingles(words: readonly string[]): string[] {
  const joined: string[] = []
  let open = false
  for (const word of words) {
    const single = [...word].length === 1 && !isFiller(word) && !aspects.has(word)
    if (single && open) joined[joined.length - 1] += word
    else joined.push(word)
    open = single
  }
  return joined
}

const topics = new Set(chineseTopics)
/** Lengths of topics that are looked for within a longer input. Shorter ones are parts of other words. */
const [shortestTopic, longestTopic] = [3, Math.max(...chineseTopics.map((name) => name.length))]

/** Splits a run before and after the first, longest listed topic: 多对多怎么建表 is 多对多 and 怎么建表. */
function splitAtTopic(run: string): string[] {
  for (let at = 0; at <= run.length - shortestTopic; at++)
    for (let length = Math.min(longestTopic, run.length - at); length >= shortestTopic; length--) {
      const topic = run.slice(at, at + length)
      if (topics.has(topic)) return [run.slice(0, at), topic, run.slice(at + length)].filter((part) => part !== '')
    }
  return [run]
}

/** Words of a run of Chinese characters; a run that has synonyms is one unit. */
function hanUnits(run: string, tools: WordTools, names: Names): Unit[] {
  const pieces = splitAtTopic(run)
  if (pieces.length > 1) {
    const units = pieces.flatMap((piece) => hanUnits(piece, tools, names))
    const telling = units.filter(({ text }) => !isFiller(text))
    return telling.length > 0 ? telling : units
  }
  const whole = unitOf(run, tools, names)
  if (names(run).length > 0) return [{ ...whole, alternatives: [tools.cut(run), ...whole.alternatives.slice(1)] }]
  const words = joinSingles(tools.cut(run))
  const telling = words.filter((word) => !isFiller(word))
  return (telling.length > 0 ? telling : words).map((word) => unitOf(word, tools, names))
}

/** Listed names of several words within a longer input, longest first: binary search tree in binary search tree delete. */
function latinNames(text: string, names: Names): string[] {
  const words = text.match(/^[a-z]+(?: [a-z]+){2,7}$/)?.[0].split(' ') ?? []
  for (let length = words.length - 1; length > 1; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const name = words.slice(at, at + length).join(' ')
      if (names(name).length > 0) return [name]
    }
  return []
}

function unitsOf(text: string, tools: WordTools, names: Names): Unit[] {
  const squeezed = squeeze(text)
  const signs = signsOf(squeezed).filter((sign, _, all) => !all.some((other) => other !== sign && other.includes(sign)))
  const units = signs.map((sign) => unitOf(sign, tools, names))
  let rest = signs.length > 0 ? squeezed : text
  for (const sign of signs) rest = rest.replace(sign, ' ')
  for (const name of latinNames(rest, names)) {
    units.push(unitOf(name, tools, names))
    rest = rest.replace(name, ' ')
  }
  for (const [run] of rest.matchAll(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+/gu))
    units.push(...(isHan(run) ? hanUnits(run, tools, names) : [unitOf(run, tools, names)]))
  const named = units.filter(({ text }) => !isFiller(text))
  const telling = named.length > 0 ? named : units
  const distinct = telling.filter(({ text }, i) => telling.findIndex((other) => other.text === text) === i)
  const minor = ({ text }: Unit) => /^(?:\p{Script=Han}|[abd-z])$/u.test(text) || aspects.has(text)
  return distinct.some((unit) => !minor(unit)) ? distinct.map((unit) => ({ ...unit, optional: minor(unit) })) : distinct
}

export async function parseQuery(keyword: string): Promise<SearchQuery> {
  const tools = await wordTools()
  return parseFolded(tools.fold(keyword), tools)
}

/**
 * The query with names of close topics, for input whose own words occur in no title or heading; null if there are no
 * such names.
 */
export function parseRelated(folded: string, tools: WordTools, original: SearchQuery): SearchQuery | null {
  const query = parseFolded(folded, tools, closeNames)
  return query.marks.length > original.marks.length ? query : null
}

export function parseFolded(folded: string, tools: WordTools, names: Names = otherNames): SearchQuery {
  const text = tidy(folded)
  const squeezed = squeeze(text)
  const others = [...new Set([...names(text), ...names(squeezed)])]
  const units: Unit[] =
    others.length > 0
      ? [
          {
            text: squeezed,
            alternatives: [
              unitsOf(text, tools, () => []).map((unit) => unit.text),
              ...(text === squeezed ? [] : [[squeezed]]),
              ...others.map((name) => wordsOfName(name, tools)),
            ],
            optional: false,
          },
        ]
      : unitsOf(text, tools, names)
  const words = units.flatMap(({ alternatives }) => alternatives.flat())
  return {
    phrases: [squeezed, ...others.map(squeeze)],
    units,
    pinyin: /^[a-z0-9]{2,50}$/.test(squeezed) ? squeezed : null,
    marks: [...new Set([text, squeezed, ...others, ...words])].filter((word) => word !== ''),
  }
}

const quoted = (token: string) => `'${token.replace(/[\\']/g, (sign) => sign + sign)}'`

/** Minimum length for a prefix match of Latin words. Shorter ones are abbreviations: c does not match count. */
const prefixFrom = 3

function wordQuery(word: string, weights: string, isOwnText: boolean): string {
  const latin = /^[\p{L}\p{N}_]+$/u.test(word) && !isHan(word)
  const tokens = latin || !/^\p{Script=Han}+$/u.test(word) ? [word.slice(0, 64)] : pairsOf(word)
  const prefix = latin && [...word].length >= prefixFrom ? '*' : ''
  const flags = isOwnText ? `${prefix}${weights}` : prefix
  const suffix = flags === '' ? '' : `:${flags}`
  return tokens.map((token) => quoted(isOwnText ? token : `@${token}`) + suffix).join(' & ')
}

export const unitQuery = ({ alternatives }: Unit, weights: string, isOwnText = true) =>
  `(${alternatives
    .filter((words) => words.length > 0)
    .map((words) => words.map((word) => wordQuery(word, weights, isOwnText)).join(' & '))
    .map((all) => `(${all})`)
    .join(' | ')})`

/**
 * Builds the tsquery for documents in which all words occur with one of the weights in `weights` (empty: any weight).
 * Of several words, some but not all may occur only in the book's title. Returns null without required words.
 */
export function allQuery({ units }: SearchQuery, weights = ''): string | null {
  const required = units.filter(({ optional }) => !optional)
  if (required.length === 0) return null
  if (required.length === 1) return unitQuery(required[0]!, weights)
  const each = required.map((unit) => `(${unitQuery(unit, weights)} | ${unitQuery(unit, '', false)})`)
  return `${each.join(' & ')} & (${required.map((unit) => unitQuery(unit, weights)).join(' | ')})`
}

/** Queries of one word, for input whose words do not all occur together. */
export interface WordQuery {
  /** The word in a title, in a title or heading, and anywhere. */
  title: string
  heading: string
  any: string
  /** Weight beside its rarity: words that need not occur say little. */
  share: number
}

const optionalShare = 0.3

/** Queries of a word, or of a shorter dictionary word in it: 二手 for 二手货. */
function queriesOf(unit: Unit, { within }: WordTools): WordQuery {
  const wider = { ...unit, alternatives: [...unit.alternatives, ...within(unit.text).map((word) => [word])] }
  return {
    title: unitQuery(wider, 'A'),
    heading: unitQuery(wider, 'AB'),
    any: unitQuery(wider, ''),
    share: unit.optional ? optionalShare : 1,
  }
}

/**
 * Builds the queries of each word. The only word of an input is taken apart into shorter words or pairs of characters.
 */
export function eachQuery({ units }: SearchQuery, tools: WordTools): WordQuery[] {
  const telling = units.filter(({ text }) => !isFiller(text))
  const [only] = telling
  if (telling.length !== 1 || !isHan(only!.text)) return telling.map((unit) => queriesOf(unit, tools))
  const parts = tools.parts(only!.text)
  const pieces = parts.length > 1 ? parts : pairsOf(only!.text)
  return pieces.map((piece) => queriesOf(unitOf(piece, tools, closeNames), tools))
}

/** Builds queries for titles that have a character of the only word as a word: 秩 for 满秩. */
export function characterQuery({ units }: SearchQuery, tools: WordTools): WordQuery[] {
  const [only, another] = units.filter(({ optional }) => !optional)
  if (another || !only || !/^\p{Script=Han}{2,3}$/u.test(only.text)) return []
  const character = `(${[...only.text].map((one) => wordQuery(one, 'A', true)).join(' | ')})`
  return [queriesOf(only, tools), { title: character, heading: character, any: character, share: 1 }]
}

/** Builds the tsquery for paragraphs, which are indexed by character pairs and words; null if no unit has these. */
export function textQuery({ units }: SearchQuery): string | null {
  const known = units.filter(({ text, optional }) => !optional && isGrammed(text))
  return known.length > 0 ? known.map((unit) => unitQuery(unit, '')).join(' & ') : null
}

/** Whether the paragraph index can find the text: signs and single characters are not indexed. */
export const isGrammed = (text: string) => /^\p{Script=Han}{2,}$|^(?:(?!\p{Script=Han})[\p{L}\p{N}_])+$/u.test(text)
