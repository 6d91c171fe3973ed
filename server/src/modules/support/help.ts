import type { HelpArticle, support } from '@dxx/contract/calls/support'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { normalise } from '../../text/text'

const helpArticles = (db: Db) =>
  db
    .selectFrom('help_articles as a')
    .innerJoin('help_categories as c', 'c.id', 'a.category_id')
    .select(['a.uid', 'a.title', 'a.plain', 'c.uid as categoryUid', 'c.title as category'])
    .orderBy('c.position')
    .orderBy('a.position')

/** Characters of a snippet before and after the match. */
const [before, after] = [12, 48]

function snippetOf(plain: string, terms: string[]): string {
  const text = plain.replace(/\s+/g, ' ')
  const folded = normalise(text)
  const at = Math.min(...terms.map((term) => folded.indexOf(term)).filter((found) => found >= 0))
  // If normalisation changes the length, positions do not fit, so the beginning of the text is shown.
  if (!Number.isFinite(at) || folded.length !== text.length) return text.slice(0, before + after)
  const from = Math.max(0, at - before)
  return `${from > 0 ? '…' : ''}${text.slice(from, at + after)}${at + after < text.length ? '…' : ''}`
}

export const helpHandlers: Pick<Handlers<typeof support>, 'GET /v1/help' | 'GET /v1/help_info'> = {
  'GET /v1/help': async ({ db }, { keyword }) => {
    const terms = normalise(keyword).split(/\s+/).filter(Boolean)
    const categories = new Map<string, { id: string; title: string; articles: HelpArticle[] }>()
    // With a few dozen articles a scan is faster than an index.
    for (const row of await helpArticles(db).execute()) {
      const folded = normalise(`${row.title}\n${row.plain}`)
      if (!terms.every((term) => folded.includes(term))) continue
      const category = categories.get(row.categoryUid) ?? { id: row.categoryUid, title: row.category, articles: [] }
      const snippet = terms.length > 0 ? snippetOf(row.plain, terms) : ''
      category.articles.push({ id: row.uid, title: row.title, snippet })
      categories.set(row.categoryUid, category)
    }
    return [...categories.values()]
  },

  'GET /v1/help_info': async ({ db }, { id }) =>
    (await helpArticles(db)
      .clearSelect()
      .select(['a.uid as id', 'a.title', 'c.title as category', 'a.html'])
      .where('a.uid', '=', id)
      .executeTakeFirst()) ?? fail('article-not-found'),
}
