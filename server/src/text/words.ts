import { normalise } from './text'

const han = /\p{Script=Han}/u

/** Words that only ask or connect and do not name a topic. */
const fillers = new Set(
  '的 了 和 与 或 及 是 在 有 把 被 给 对 从 到 向 让 使 用 以 于 而 但 也 都 就 还 又 再 很 更 最 太 只 才 不 没 没有 这 那 这个 那个 这些 那些 它 他 她 我 你 我们 你们 一个 一种 一些 什么 怎么 怎样 如何 为什么 为何 哪 哪个 哪些 几 几个 吗 呢 吧 啊 呀 请 请问 要 会 能 能够 可以 可 应该 应当 需要 里 上 下 中 后 前 时 时候 之 其 所 着 过 地 得 来 去 做 说 讲 看 写 叫 叫做 等 用法 写法 方法 办法 讲解 介绍 教程 入门 什么样 进行 如果 那么 因为 所以 这样 那样 这么 真的 内容 东西 事情 啥 咋 咋办 为啥 怎么办 怎么用 怎么样 怎么回事 有什么 是什么 什么是 什么时候 是不是 能不能 要不要 会不会 好不好 哪里 哪儿 多少 到底 究竟 一下 有点'.split(
    ' ',
  ),
)

export const isFiller = (word: string) => fillers.has(word)

export interface WordTools {
  /** Normalises a text: simplified characters, half width, lower case, mainland terms instead of Taiwanese terms. */
  fold: (text: string) => string
  /** Splits a folded text into words: Chinese words by dictionary, others as written. Drops punctuation. */
  cut: (folded: string) => string[]
  /** Shorter dictionary words that make up a long one: 排列组合 is 排列 and 组合. Empty if there are none. */
  parts: (word: string) => string[]
  /** Shorter dictionary words in a word of three characters: 二手 in 二手货. */
  within: (word: string) => string[]
}

let tools: Promise<WordTools> | undefined

/** Loads the dictionary on first use: it takes a third of a second and 40 MB, and most processes never need it. */
export const wordTools = (): Promise<WordTools> => {
  tools ??= load()
  return tools
}

async function load(): Promise<WordTools> {
  const [{ Jieba }, { dict }, { Converter }] = await Promise.all([
    import('@node-rs/jieba'),
    import('@node-rs/jieba/dict.js'),
    import('opencc-js/t2cn'),
  ])
  const segmenter = Jieba.withDict(dict)
  const plain = Converter({ from: 't', to: 'cn' })
  const withTerms = Converter({ from: 'twp', to: 'cn' })
  return {
    // Taiwanese terms are replaced only in texts with traditional characters: a simplified 程序 is not a Taiwanese
    // term.
    fold: (text) => {
      const folded = normalise(text)
      return plain(folded) === folded ? folded : withTerms(folded)
    },
    cut: (folded) =>
      [...folded.matchAll(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+/gu)].flatMap(([run]) =>
        han.test(run) ? segmenter.cut(run, false) : [run],
      ),
    parts: (word) => {
      if (!/^\p{Script=Han}+$/u.test(word) || word.length < shortestCompound || word.length > longestCompound) return []
      const shorter = segmenter.cutForSearch(word, false).filter((part) => part !== word)
      return tile(word, new Set(shorter))
    },
    within: (word) =>
      /^\p{Script=Han}{3}$/u.test(word)
        ? segmenter.cutForSearch(word, false).filter((part) => part.length === 2 && !isFiller(part))
        : [],
  }
}

/** Lengths of words that are split into shorter ones. The upper limit bounds the time of the search for a split. */
const [shortestCompound, longestCompound] = [4, 8]

/** Chooses words that follow each other without a gap and together form the whole; empty if there is no such choice. */
function tile(whole: string, words: ReadonlySet<string>): string[] {
  for (let length = whole.length; length >= 2; length--) {
    const word = whole.slice(0, length)
    if (!words.has(word)) continue
    if (length === whole.length) return [word]
    const rest = tile(whole.slice(length), words)
    if (rest.length > 0) return [word, ...rest]
  }
  return []
}

/** Returns overlapping pairs of Chinese characters; a single character is returned unchanged. */
export function pairsOf(word: string): string[] {
  const characters = [...word]
  return characters.length < 2 ? characters : characters.slice(1).map((character, i) => characters[i]! + character)
}

/** Words with a sign, which students may search for: ==, c++, o(n), %d, #include. */
const signs =
  /[a-z0-9_]*[+\-*/=<>!&|%#^~()[\]\\¬×√∀∃∈∑∞∧∨∩∪≈≠≡≤≥⊆→⇒⇔][a-z0-9_+\-*/=<>!&|%#^~()[\]\\'¬×√∀∃∈∑∞∧∨∩∪≈≠≡≤≥⊆→⇒⇔,]*/gu
const longestSigns = 20

/** Pieces of a folded text that are not words: operators, formats, formulas. A space ends a piece. */
export function signsOf(folded: string): string[] {
  const found = new Set<string>()
  for (const [whole] of folded.replace(/\\(?=[a-z])/g, '').matchAll(signs)) {
    const piece = whole.replace(/,+$/, '')
    for (const [inner] of piece.matchAll(/[a-z]+\([^()]{1,12}\)|[∀∃][a-z]|[a-z]→[a-z]/gu)) found.add(inner)
    if (piece.length >= 2 && piece.length <= longestSigns && !/^[()[\]\-']+$/.test(piece)) found.add(piece)
    for (const [operator] of piece.matchAll(/[=!<>&|+\-*/]{2,3}|%[a-z]+|#[a-z]+|[a-z]\+\+/g)) found.add(operator)
  }
  return [...found]
}
