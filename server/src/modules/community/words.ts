import { cached } from '../../cache'
import type { Ctx } from '../../context'
import { fail } from '../../http/errors'
import { normalise } from '../../importer/text'
import { setting } from '../content/public'

/** What nobody needs for learning; operators add theirs as the setting `sensitive-words`, a list. */
const builtIn = [
  '代考',
  '替考',
  '枪手',
  '代写论文',
  '包过',
  '办证',
  '刷单',
  '博彩',
  '赌博',
  '裸聊',
  '约炮',
  '出售答案',
  '高仿文凭',
]

/** Blanks and signs between the characters do not hide a word. */
const squeeze = (text: string) => normalise(text).replace(/[^\p{L}\p{N}]/gu, '')

export function holdsWord(text: string, words: readonly string[]): boolean {
  const squeezed = squeeze(text)
  return words.some((word) => {
    const plain = squeeze(word)
    return plain !== '' && squeezed.includes(plain)
  })
}

type Shared = Pick<Ctx, 'rootDb' | 'clock'>

const allWords = (ctx: Shared) =>
  cached(ctx, 'sensitive words', async () => {
    const added = await setting(ctx.rootDb, 'sensitive-words')
    return [...builtIn, ...(Array.isArray(added) ? (added as string[]) : [])]
  })

export async function isRefused(ctx: Shared, text: string): Promise<boolean> {
  return holdsWord(text, await allWords(ctx))
}

/** Stands before everything that others will read. */
export async function refuseWords(ctx: Shared, text: string): Promise<void> {
  if (await isRefused(ctx, text)) fail('words-refused')
}
