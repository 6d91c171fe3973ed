import type { Db } from '../../db/connection'
import { wordTools } from '../../text/words'
import type { Viewer } from '../catalogue/public'
import { correctSpelling, isKnownTerm, termsByPinyin } from './correct'
import { parseFolded, type SearchQuery } from './parse-query'
import { type Found, findDocuments, findNearly, scores } from './queries'

type Page = Parameters<typeof findDocuments>[3]

export interface Searched extends Found {
  query: SearchQuery
  /** The corrected input, if the results are those of the correction; otherwise empty. */
  meant: string
}

/** Searches for the input. If no title matches, reads it as pinyin, then as mistyped, and uses the better results. */
export async function searchDocuments(
  db: Db,
  viewer: Viewer,
  keyword: string,
  page: Page,
  now: number,
): Promise<Searched> {
  const tools = await wordTools()
  const folded = tools.fold(keyword)
  const query = parseFolded(folded, tools)
  const found: Searched = { ...(await findDocuments(db, viewer, query, page, now)), query, meant: '' }
  const [squeezed = ''] = query.phrases
  // A single character beside words is often half of a mistyped word, so only better matches are accepted.
  const enough = query.units.some(({ optional }) => optional) ? scores.contains : scores.title
  if (found.best >= enough || (await isKnownTerm(db, squeezed))) return found

  const again = async (other: SearchQuery, meant: string): Promise<Searched> => ({
    ...(await findDocuments(db, viewer, other, page, now)),
    query: other,
    meant,
  })
  if (query.pinyin) {
    const terms = await termsByPinyin(db, query.pinyin)
    const spelled = terms.length > 0 ? await again(spelledQuery(query.pinyin, terms, tools.cut), '') : null
    if (spelled && spelled.best > found.best) return spelled
  }
  const better = await correctSpelling(db, folded.trim())
  if (better) {
    const corrected = await again(parseFolded(better, tools), better)
    if (corrected.best > found.best && corrected.best >= scores.emphasised) return corrected
  }
  if (found.best > 0) return found
  const nearly = page.pageNo === 1 && !page.kind ? await findNearly(db, query, page.pageSize, now) : null
  return nearly && nearly.best > 0 ? { ...nearly, query, meant: '' } : found
}

/** Query for terms with the typed pinyin: a document must match at least one of them. */
function spelledQuery(letters: string, terms: string[], cut: (folded: string) => string[]): SearchQuery {
  const words = terms.map((term) => cut(term))
  return {
    phrases: terms.map((term) => term.replace(/\s+/g, '')),
    units: [{ text: letters, alternatives: words, optional: false }],
    pinyin: letters,
    marks: [...terms, ...words.flat().filter((word) => [...word].length > 1)],
  }
}
