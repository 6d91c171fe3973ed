import { otherNames } from '../../text/bilingual'
import { normalise } from '../../text/text'
import { isFiller, pairsOf, type WordTools } from '../../text/words'
import { isBait, isOrder } from './injection'

/** A text that may support a claim; `n` is its citation number, 0 for the text that the user asks about. */
interface CarryingSource {
  n: number
  text: string
}

/**
 * Limits for the share of a claim's words that a source contains: from `enough` on the source supports the claim; below
 * `some` the claim is dropped.
 */
const enough = 0.6
const some = 0.3
/** Sentences with fewer words make no claim that could be checked. */
const fewestWords = 3
/**
 * Share of common words from which on a sentence of a source is compared with the claim: one must not negate the other.
 */
const alike = 0.75

const noAnswer = /(资料|教材|课程).{0,6}(没有|未)(讲到|提到|涉及|包含)/
/** An invitation to think, perhaps after a label such as 提示：. */
const invites =
  /^(?:[^：:，。]{1,12}[：:]\s*)?(?:想一想|想想|再想想|试着|试试|回忆|看看|读一读|请先|你觉得|先看|下一步)/
const negation = /不|没有|没|无法|并非|未(?!来)|无(?!论|数|穷)|别/g
/** Mark after a sentence that no source supports. */
export const unsourcedMark = '[?]'

interface Claim {
  words: { word: string; weight: number }[]
  /** Numbers to check: those of two or more digits, with a percent sign or with a decimal point. */
  numbers: string[]
  formulas: string[]
  isNegative: boolean
}

/**
 * Returns the words of a claim that have a meaning of their own. Consecutive single characters are one word, which the
 * dictionary lacks.
 */
function contentWords(cut: string[]): string[] {
  const words: string[] = []
  let joined = ''
  const close = () => {
    if ([...joined].length > 1) words.push(joined)
    joined = ''
  }
  for (const word of cut) {
    if (/^\p{Script=Han}$/u.test(word) && !isFiller(word)) joined += word
    else {
      close()
      if ([...word].length > 1 && !isFiller(word) && !/^\d+$/.test(word)) words.push(word)
    }
  }
  close()
  return words
}

interface Prepared extends CarryingSource {
  folded: string
  compact: string
  sentences: string[]
}

export interface Verdict {
  /** The sentence as it is shown; empty if it is dropped. */
  text: string
  kind: 'supported' | 'marked' | 'dropped' | 'related' | 'other' | 'no-answer'
}

/** Minimum length of a text that a sentence has in common with the rules: shorter ones occur by chance. */
const leakLength = 12
const lettersOf = (text: string) => normalise(text).replace(/[^\p{L}\p{N}]/gu, '')
/** Maximum length of a sentence that only states that there is no answer. */
const longestNoAnswer = 60

const compactFormula = (tex: string) => tex.replace(/\\(left|right|,|;|!|quad|displaystyle)|[\s{}$]/g, '')

const formulasOf = (text: string) =>
  [...text.matchAll(/\$+([^$]+)\$+/g)].map(([, tex]) => compactFormula(tex!)).filter((tex) => tex.length > 5)

/**
 * Removes Markdown signs, links, pictures and citations. The target of a link is removed, because it is not checked.
 */
const withoutLinks = (text: string) =>
  text
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<?https?:\/\/[^\s>）)」]*>?/g, '')
const plain = (text: string) => text.replace(/\[\d{1,2}\]|[*_`#>]/g, '').trim()

export interface AnswerCheck {
  sources: readonly CarryingSource[]
  /** Rules of the prompt, which must not be repeated, and its delimiter. */
  secret: { rules: string; mark: string }
  /** Right answers that a hint must not state; empty if they may be stated. */
  keys: readonly string[]
  /** Whether sentences without citation need no source: exercises are new sentences. */
  asksOnly: boolean
}

/** Share of a word that a text contains: if it contains half of the pairs of characters, half. */
function contained(folded: string, word: string): number {
  if (folded.includes(word) || otherNames(word).some((name) => folded.includes(name))) return 1
  const pairs = /\p{Script=Han}/u.test(word) ? pairsOf(word).filter((pair) => pair.length > 1) : []
  return pairs.length > 1 && pairs.filter((pair) => folded.includes(pair)).length * 2 >= pairs.length ? 0.5 : 0
}

function shareIn(folded: string, { words }: Claim): number {
  const all = words.reduce((sum, { weight }) => sum + weight, 0)
  return all === 0 ? 0 : words.reduce((sum, { word, weight }) => sum + weight * contained(folded, word), 0) / all
}

/** Checks the sentences of a model against the passages that were sent to it. */
export function createAnswerCheck({ sources, secret, keys, asksOnly }: AnswerCheck, { fold, cut }: WordTools) {
  const prepared = sources.map((source): Prepared => {
    const folded = fold(source.text)
    return {
      ...source,
      folded,
      compact: compactFormula(folded),
      sentences: folded.split(/[。！？；\n]/).filter((sentence) => sentence.length > 4),
    }
  })

  const rules = lettersOf(secret.rules)

  function claimOf(text: string): Claim {
    const withoutFormulas = text.replace(/\$+[^$]+\$+/g, ' ')
    const folded = fold(withoutFormulas)
    const words = contentWords(cut(folded))
    return {
      words: [...new Set(words)].map((word) => ({ word, weight: /\p{Script=Han}/u.test(word) ? [...word].length : 2 })),
      numbers: folded.match(/\d+(?:\.\d+)?%|\d+\.\d+|\d{2,}/g) ?? [],
      formulas: formulasOf(fold(text)),
      isNegative: (folded.match(negation)?.length ?? 0) % 2 === 1,
    }
  }

  /**
   * Returns 0 to 1: the share of the claim that the source supports; 0 if the source lacks a number or formula of the
   * claim.
   */
  function supportedShare(claim: Claim, { folded, compact, sentences }: Prepared): number {
    if (claim.numbers.some((number) => !folded.includes(number))) return 0
    const lacking = claim.formulas.filter((tex) => !compact.includes(tex)).length
    const share = shareIn(folded, claim) * (1 - lacking / (claim.formulas.length + 1))
    if (share < enough) return share
    const nearest = sentences
      .map((sentence) => ({ sentence, share: shareIn(sentence, claim) }))
      .reduce((a, b) => (b.share > a.share ? b : a), { sentence: '', share: 0 })
    const opposed =
      nearest.share >= alike && ((nearest.sentence.match(negation)?.length ?? 0) % 2 === 1) !== claim.isNegative
    return opposed ? some : share
  }

  /** Whether a sentence repeats the rules of the prompt or its delimiter. */
  function leaks(text: string): boolean {
    if (text.includes(secret.mark)) return true
    const letters = lettersOf(text)
    for (let i = 0; i + leakLength <= letters.length; i++)
      if (rules.includes(letters.slice(i, i + leakLength))) return true
    return false
  }

  function tellsKey(text: string): boolean {
    const folded = normalise(text)
    return keys.some((key) => {
      const keyText = normalise(key).trim()
      if (keyText === '') return false
      const name = keyText.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      const states = new RegExp(
        `(答案|正确的?选项|应该?填|应该?选|就?选|填入|结果)[^。！？]{0,6}[是为：:「“"\\s]*${name}(?![a-z0-9])`,
      )
      return states.test(folded) || ([...keyText].length > 3 && folded.includes(keyText))
    })
  }

  return function check(raw: string, isHeading = false): Verdict {
    const written = withoutLinks(raw)
    const text = plain(written)
    if (text === '') return { text: '', kind: 'other' }
    // The rules prescribe a sentence for this; the rule around it is repeated only by a model that reveals the rules.
    const repeatsRule = leaks(text.replace(noAnswer, ''))
    if (noAnswer.test(text) && text.length <= longestNoAnswer && !repeatsRule)
      return { text: written, kind: 'no-answer' }
    if (leaks(text) || isOrder(text) || isBait(text) || tellsKey(text)) return { text: '', kind: 'dropped' }
    const claim = claimOf(text)
    const cited = [...written.matchAll(/\[(\d{1,2})\]/g)].map(([, n]) => Number(n))
    const shares = prepared.map((source) => ({ n: source.n, share: supportedShare(claim, source) }))
    const best = shares.reduce((a, b) => (b.share > a.share ? b : a), { n: -1, share: 0 })
    const isQuestion = /[？?][”」』）)"'*]*$/.test(text)
    const short = claim.words.length + claim.formulas.length + claim.numbers.length < fewestWords
    const citing = (numbers: number[]) =>
      numbers
        .filter((n) => n > 0)
        .map((n) => `[${n}]`)
        .join('')
    const bare = written.replace(/[^\S\n]*\[\d{1,2}\]/g, '').trimEnd()

    const citedShares = shares.filter(({ n }) => cited.includes(n))
    const supporting = citedShares.filter(({ share }) => share >= enough).map(({ n }) => n)
    if (supporting.length > 0) return { text: bare + citing(supporting), kind: 'supported' }
    if (isHeading) return { text: bare, kind: 'other' }
    if (isQuestion || short || invites.test(text) || (asksOnly && cited.length === 0)) {
      const known = citedShares.filter(({ share }) => share > 0 || short).map(({ n }) => n)
      return { text: bare + citing(known), kind: best.share >= some ? 'related' : 'other' }
    }
    if (best.share >= enough) return { text: bare + citing([best.n]), kind: 'supported' }
    if (cited.length > 0 && Math.max(0, ...citedShares.map(({ share }) => share)) < some)
      return { text: '', kind: 'dropped' }
    return { text: `${bare}${citing(citedShares.map(({ n }) => n))}${unsourcedMark}`, kind: 'marked' }
  }
}
