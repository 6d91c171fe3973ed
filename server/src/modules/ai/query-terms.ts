import { otherNames } from '../../text/bilingual'
import { gramsOf, normalise } from '../../text/text'
import { isFiller, pairsOf, signsOf, type WordTools } from '../../text/words'

/** Question phrases without topic words. Longer alternatives come first, so that no partial match is left over. */
const manners =
  /请?用一?句?话?(说说|解释|介绍)|用.{1,6}的例子|为什么(要|会|说|还是)?|(有|是|用的是|说的是)?什么(意思|关系|区别|不同|好处|坏处|问题|用处|用|后果|毛病|影响|特点|样|时候|情况下|方法|办法|内容|条件)?|什么(是|叫)|叫做?什么|为何|怎么(样|办|算|理解|写|说|走|做|来的|判断|检查|处理|区分|求|用)?|怎样(才能|算|走|做|写|判断)?|如何|哪(几种|几个|几步|两步|些|个|一|里|种|几)|多少(种|个|次|条)?|几(种|个)|(是|能|可|有|会|知|算)不(是|能|可以|有|会|知道?|算)|有没有|应该|请问|告诉我|给我|帮我|讲一?讲|讲解|解释|说明|说说|介绍|一下|举个例子|举例|我?想知道|吗|呢|呀|啊|吧|的时候|时候|的话|可以|需要|到底|究竟|其实|分别|它们?|我们?|你|(的)?(思路|意思|思想|道理|名字)/g
/** Function words, at which a question is split, because pairs of characters across them are not words. */
const joints = /[的和与是里把被就谁每从]/g

/** Returns the topic words of a question, separated by spaces. */
function piecesOf(question: string): string {
  const text = normalise(question)
  const topicText = text.replace(manners, ' ').replace(joints, ' ')
  return gramsOf(topicText).some(isTelling) ? topicText : text
}

/** Single characters are too frequent to be useful, except the few that are a topic by themselves. */
const isTelling = (gram: string) => gram.length > 1 || /^[栈堆树图串环根键域秩基核模锁宏]$/.test(gram)

/** Words that occur in questions about any topic. */
const general = new Set(
  '区别 不同 关系 作用 用处 好处 坏处 优点 缺点 问题 情况 结果 原因 意思 含义 内容 条件 步骤 过程 例子 东西 事情 时候 地方 部分 种类 类型 特点 方式 原理 定义 概念 发生 出现 得到 使用 实现 解决 处理 计算 判断 表示 代表 包括 组成 分成 主要 一般 通常 常见 常用 直接 分别 适合 合适 选择 那么 这么 为什么 多久 多大 多少 几种 两个 两种 三个 很大 更快 更好'.split(
    ' ',
  ),
)

export interface QueryTerm {
  /** The term as written in the question, then its synonyms; a text matches if it contains any of them. */
  forms: string[]
  /** Factor for the rarity of the term; lower for character pairs across two words and for general words. */
  share: number
  /** Whether it is a word of the topic; other terms only refine the ranking. */
  topic: boolean
}

/** Characters that change the meaning of the word before them: a 字典树 is not a 字典. */
const suffix = /^[树机流集法器图表数率码锁网层值式链栈堆队环串群域论学税边量项元键列页帧块区段]$/

/** Joins words that the dictionary splits into single characters, such as 红黑树. */
function compounds(words: string[]): string[] {
  const found: string[] = []
  let current = ''
  const close = () => {
    if (cutCount > 1) found.push(current)
    current = ''
    cutCount = 0
  }
  let cutCount = 0
  for (const word of words) {
    const single = [...word].length === 1
    if (isFiller(word) || !/\p{Script=Han}/u.test(word)) {
      close()
      continue
    }
    const joins = current !== '' && single && (suffix.test(word) || [...current].length === cutCount)
    if (!joins) close()
    current += word
    cutCount++
  }
  close()
  return found
}

/** Returns the words of the topic, then pairs of characters and single characters, which reward similar wording. */
export function queryTerms(question: string, { fold, cut }: WordTools): QueryTerm[] {
  const pieces = fold(piecesOf(question))
  const terms = new Map<string, QueryTerm>()
  const add = (form: string, share: number, topic: boolean, others: string[] = []) => {
    if (!terms.has(form)) terms.set(form, { forms: [form, ...others], share, topic })
  }
  for (const sign of signsOf(pieces.replace(/\s+/g, ''))) if (/[+=<>&|%#*(]/.test(sign)) add(sign, 0.6, false)
  const runs = [...pieces.matchAll(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+/gu)].map(([run]) => run)
  for (const run of runs) {
    const whole = otherNames(run)
    const all = cut(run)
    const words = all.filter((word) => !isFiller(word))
    if (whole.length > 0 && words.length > 1) add(run, 1, true, whole)
    for (const compound of compounds(all)) add(compound, 0.8, true, otherNames(compound))
    for (const word of words) {
      const single = [...word].length === 1
      if (single && !isTelling(word) && !/^\p{Script=Han}$/u.test(word)) continue
      add(
        word,
        single ? (isTelling(word) ? 0.8 : 0.3) : general.has(word) ? 0.25 : 1,
        !single && !general.has(word),
        otherNames(word),
      )
    }
  }
  for (const run of runs)
    if (/\p{Script=Han}/u.test(run)) {
      for (const pair of pairsOf(run)) if (pair.length > 1) add(pair, 0.3, false)
      for (const character of run) if (!isFiller(character)) add(character, 0.1, false)
    }
  return [...terms.values()]
}
