/** Content counted in a source and in the result of its import. */
const counted = [
  ...(['text', 'formulas', 'pictures', 'tables', 'links'] as const),
  ...(['contents', 'keys', 'weights', 'feedback'] as const),
]
type Counted = (typeof counted)[number]
export type Counts = Record<Counted, number>

const names: Counts extends Record<infer K extends string, number> ? Record<K, string> : never = {
  text: '文字',
  formulas: '公式',
  pictures: '图片',
  tables: '表格',
  links: '链接',
  contents: '目录',
  keys: '答案',
  weights: '权重',
  feedback: '反馈',
}

/** Counts of a text, with its letters and digits themselves, so that a comparison finds lost characters. */
export type Content = Omit<Counts, 'text' | 'feedback'> & {
  letters: string
  /** Letters of each feedback or analysis. */
  feedback: string[]
}

export const noContent = (): Content => ({
  letters: '',
  formulas: 0,
  pictures: 0,
  tables: 0,
  links: 0,
  contents: 0,
  keys: 0,
  weights: 0,
  feedback: [],
})

/** Returns only the letters and digits of any script: punctuation and spaces differ between formats. */
export const keepLettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '')

/** Sums the counts of several texts. */
export function sumContent(all: Content[]): Content {
  const sum = noContent()
  for (const content of all) {
    sum.letters += content.letters
    for (const key of counted) if (key !== 'text' && key !== 'feedback') sum[key] += content[key]
    sum.feedback.push(...content.feedback)
  }
  return sum
}

/** Counts of a source and, for each count, the part of it that the result contains. */
export interface Balance {
  source: Counts
  result: Counts
}

const zero = (): Counts => Object.fromEntries(counted.map((key) => [key, 0])) as Counts
export const noBalance = (): Balance => ({ source: zero(), result: zero() })

export function addBalance(sum: Balance, { source, result }: Balance): void {
  for (const key of counted) {
    sum.source[key] += source[key]
    sum.result[key] += result[key]
  }
}

/** Compares a source with its result. Content that only the result has, such as added labels, does not count. */
export function balanceOf(source: Content, result: Content): Balance {
  const balance = noBalance()
  for (const key of counted) {
    if (key === 'text' || key === 'feedback') continue
    balance.source[key] = source[key]
    balance.result[key] = Math.min(source[key], result[key])
  }
  const filledFeedback = source.feedback.filter((text) => text !== '')
  balance.source.text = [...source.letters].length
  balance.result.text = commonLetters(source.letters, result.letters)
  balance.source.feedback = filledFeedback.length
  balance.result.feedback = filledFeedback.filter((text) => result.letters.includes(text)).length
  return balance
}

/** Counts the characters that both texts contain; a repeated character counts as often as it occurs in both. */
function commonLetters(text: string, other: string): number {
  if (text === other) return [...text].length
  const left = new Map<string, number>()
  for (const letter of other) left.set(letter, (left.get(letter) ?? 0) + 1)
  let common = 0
  for (const letter of text) {
    const count = left.get(letter) ?? 0
    if (count === 0) continue
    left.set(letter, count - 1)
    common++
  }
  return common
}

/** Words that warnings about losses use for content other than text. */
const noText =
  '各小题的分值|答错的扣分|其他配对|附件作答|字数限制|“随机|“隐藏|“只选出|时间和内存|单位|图片|链接|音频|视频|嵌入的网页'

/** For each kind of content, the pattern of import warnings that report its loss. */
const naming: Record<Counted, RegExp> = {
  text: new RegExp(`没有带入(?!${noText})|交互内容|另一种写法没有收入|不认识的键`),
  formulas: /公式/,
  pictures: /图片|的图|是图|书里缺少文件|嵌入的对象|交互内容/,
  tables: /表格|交互内容/,
  links: /链接|交互内容/,
  contents: /目录/,
  keys: /答案|评分/,
  weights: /权重|比例|评分/,
  feedback: /反馈|提示/,
}

/** Returns a warning for every loss that no given warning names. */
export function unnamedLosses({ source, result }: Balance, warnings: readonly string[]): string[] {
  return counted
    .filter((key) => result[key] < source[key] && !warnings.some((text) => naming[key].test(text)))
    .map((key) => `${names[key]}少了：原有 ${source[key]}，只带入 ${result[key]}`)
}

/** Formats a balance as one line for the terminal; returns null if nothing was counted. */
export function formatBalance({ source, result }: Balance): string | null {
  const shown = counted.filter((key) => source[key] > 0)
  if (shown.length === 0) return null
  return `对账（带入/原有）：${shown.map((key) => `${names[key]} ${result[key]}/${source[key]}`).join('，')}`
}
