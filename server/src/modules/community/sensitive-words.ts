import { formatChineseTime } from '@dxx/contract/rules/time-from'
import { fail } from '../../base/refusal'
import type { Ctx } from '../../context'
import { cacheShared } from '../../db/cache'
import { normalise } from '../../text/text'
import { setting } from '../content/public'

/** Built-in sensitive words; staff add more in the setting `sensitive-words`. */
export const builtInWords = [
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

/** Removes separators between characters, with which users hide a word from the filter. */
const squeeze = (text: string) => normalise(text).replace(/[^\p{L}\p{N}]/gu, '')

export function containsSensitiveWord(text: string, words: readonly string[]): boolean {
  const squeezed = squeeze(text)
  return words.some((word) => {
    const plain = squeeze(word)
    return plain !== '' && squeezed.includes(plain)
  })
}

type Shared = Pick<Ctx, 'rootDb' | 'clock' | 'user'>

const allWords = (ctx: Shared) =>
  cacheShared(ctx, 'sensitive words', async () => {
    const added = await setting(ctx.rootDb, 'sensitive-words')
    return [...builtInWords, ...(Array.isArray(added) ? (added as string[]) : [])]
  })

export async function hasSensitiveWord(ctx: Shared, text: string): Promise<boolean> {
  return containsSensitiveWord(text, await allWords(ctx))
}

/** Rejects texts of users who are muted by staff. */
async function rejectMuted({ rootDb, clock, user }: Shared): Promise<void> {
  if (!user) return
  const row = await rootDb
    .selectFrom('users')
    .select(['muted_until', 'mute_reason'])
    .where('id', '=', user.id)
    .executeTakeFirst()
  const until = row?.muted_until ?? 0
  if (until > clock.now())
    fail('user-muted', { msg: `你在${formatChineseTime(until)}前不能发言，原因：${row!.mute_reason}` })
}

/** Checks a text that other users will read: rejects muted authors and sensitive words. */
export async function rejectSensitiveWords(ctx: Shared, text: string): Promise<void> {
  await rejectMuted(ctx)
  if (await hasSensitiveWord(ctx, text)) fail('words-refused')
}
