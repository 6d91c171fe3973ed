import type { QuestionType } from '@dxx/contract/questions'

/** Names that teachers use for question types; exports use the first name. */
export const typeAliases: Record<QuestionType, [string, ...string[]]> = {
  single: ['单选', '单项选择', '选择'],
  multiple: ['多选', '多项选择'],
  indefinite: ['不定项', '不定项选择'],
  judge: ['判断', '是非', '判断正误'],
  blank: ['填空'],
  short: ['简答', '问答', '论述', '名词解释', '计算', '证明', '解答', '主观', '应用'],
  material: ['材料', '材料分析', '综合', '阅读理解', '案例分析'],
  order: ['排序'],
  match: ['匹配', '连线', '配对'],
  code: ['编程', '程序设计'],
  number: ['数值'],
}

/** Returns the type with a name such as 单选, 单选题, 单项选择题 or single. */
export function typeByName(written: string): QuestionType | null {
  const name = written.trim().replace(/题$/, '')
  for (const [type, names] of Object.entries(typeAliases) as [QuestionType, string[]][])
    if (type === name.toLowerCase() || names.includes(name)) return type
  return null
}

const yes = /^(对|正确|是|√|✓|✔|t|true|yes|y|1)$/i
const no = /^(错|错误|不正确|否|×|✗|✘|x|f|false|no|n|0)$/i

export function truthOf(written: string): boolean | null {
  const trimmed = written.trim().replace(/[。．.]$/, '')
  return yes.test(trimmed) ? true : no.test(trimmed) ? false : null
}

/** Parses `CAB` or `C、A、B` as option indexes in this order; null for anything else. */
export function lettersInOrder(written: string): number[] | null {
  const letters = written
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s,、;，；和与.。]/g, '')
  if (!/^[A-Z]+$/.test(letters)) return null
  return [...new Set([...letters].map((letter) => letter.charCodeAt(0) - 65))]
}

/** Parses `ACD`, `A, C、D`, `A和C` as sorted option indexes; null for anything else. */
export const parseOptionLetters = (written: string): number[] | null =>
  lettersInOrder(written)?.sort((a, b) => a - b) ?? null

/** Parses the key of a 匹配题 such as `1-B；2-A` as option indexes by number; null for anything else. */
export function keyPairs(written: string): Map<number, number> | null {
  const pairsText = written
    .normalize('NFKC')
    .toUpperCase()
    .replace(/\\(?=[-.])/g, '')
  const pair = /[(]?(\d{1,2})[)]?\s*[-—–:.→]?\s*([A-Z])(?![A-Z])/g
  const pairs = [...pairsText.matchAll(pair)].map(
    ([, number, letter]) => [Number(number), letter!.charCodeAt(0) - 65] as const,
  )
  return pairs.length > 0 && /^[\s,、;，；。]*$/.test(pairsText.replace(pair, '')) ? new Map(pairs) : null
}

const grades: Record<string, number> = {
  易: 1,
  容易: 1,
  简单: 1,
  较易: 2,
  中: 3,
  中等: 3,
  适中: 3,
  较难: 4,
  难: 5,
  困难: 5,
}
export const difficultyOf = (written: string) => grades[written.trim()] ?? Number(written.trim())

/** Pattern of a gap that teachers leave for an answer: underscores or empty brackets, but not those of a call such as `pop()`. */
export const gapPattern = /(?:\\_|_){2,}|(?<!\w(?=\(\)(?![A-Za-z])))[（(]\s*[)）]/g
