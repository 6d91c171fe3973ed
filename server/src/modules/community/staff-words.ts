import type { siteContent } from '@dxx/contract/calls/staff/site-content'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import { addedWords, changeWords } from './moderate'
import { builtInWords } from './sensitive-words'

/** Each text that users write is compared with every word. */
const mostWords = 5000

export const wordHandlers: Pick<
  Handlers<typeof siteContent>,
  'GET /staff/v1/word_list' | 'POST /staff/v1/word_change'
> = {
  'GET /staff/v1/word_list': async ({ db }) => ({ builtIn: [...builtInWords], added: await addedWords(db) }),
  'POST /staff/v1/word_change': async (ctx, { add, remove }) => {
    const builtIn = new Set<string>(builtInWords)
    const added = await changeWords(
      ctx.db,
      add.filter((word) => !builtIn.has(word)),
      remove,
    )
    if (added.length > mostWords) fail('words-full')
    ctx.audit({
      target: { kind: 'words', id: '', name: '敏感词' },
      after: { added: add.join('、'), removed: remove.join('、') },
    })
    return { added }
  },
}
