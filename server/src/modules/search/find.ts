import type { Db } from '../../db/connection'
import { type WordTools, wordTools } from '../../text/words'
import type { Viewer } from '../catalogue/public'
import { correctSpelling, isKnownTerm, termPairsByPinyin, termsByPinyin } from './correct'
import { characterQuery, eachQuery, parseFolded, parseRelated, type SearchQuery } from './parse-query'
import { type Found, findDocuments, findNearly, scores } from './queries'

type Page = Parameters<typeof findDocuments>[3]

export interface Searched extends Found {
  query: SearchQuery
  /** The corrected input, if the results are for the correction; otherwise empty. */
  meant: string
}

/** With fewer results than this, documents with names of close topics or with some of the words are added. */
const fewResults = 5

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
  const run = async (query: SearchQuery, meant = ''): Promise<Searched> => ({
    ...(await findDocuments(db, viewer, query, page, now)),
    query,
    meant,
  })
  const literal = await run(parseFolded(folded, tools))
  // A title that lacks a character of the input may be about something else: 集合与运算 is not about 位运算.
  const partly = literal.best < scores.contains && literal.query.units.some(({ optional }) => optional)
  const best = partly ? Math.min(literal.best, scores.words) : literal.best
  const related = best < scores.heading ? parseRelated(folded, tools, literal.query) : null
  const wider = related ? await run(related) : literal
  const found = wider.best >= best ? wider : literal
  const better = await reread(db, folded, found, tools, run)
  if (better) return better
  const enough = Math.min(fewResults, page.pageSize)
  if (page.pageNo > 1 || page.kind || found.hits.length >= enough) return found
  if (found.best > scores.words) {
    // The input names a title or heading. Few other chapters contain the name, so chapters with names of close topics
    // follow.
    const close = related ? null : parseRelated(folded, tools, literal.query)
    return close ? withMore(found, await run(close), enough) : found
  }
  const { query } = related ? wider : literal
  let nearly = await findNearly(db, eachQuery(query, tools), page.pageSize, now)
  if (found.best + nearly.best === 0) nearly = await findNearly(db, characterQuery(query, tools), page.pageSize, now)
  return nearly.best > 0 ? withMore(found, nearly, page.pageSize) : found
}

/** Reads the input as pinyin, then as mistyped. Null if neither gives better results than the typed input. */
async function reread(
  db: Db,
  folded: string,
  found: Searched,
  tools: WordTools,
  run: (query: SearchQuery, meant?: string) => Promise<Searched>,
): Promise<Searched | null> {
  const { query } = found
  const [squeezed = ''] = query.phrases
  // A single character beside words is often half of a mistyped word, so only better matches are accepted.
  const enough = query.units.some(({ optional }) => optional) ? scores.contains : scores.title
  if (found.best >= enough || (await isKnownTerm(db, squeezed))) return null
  if (query.pinyin) {
    const whole = await termsByPinyin(db, query.pinyin)
    const terms = whole.length > 0 ? whole : await termPairsByPinyin(db, query.pinyin)
    const spelled = terms.length > 0 ? await run(spelledQuery(query.pinyin, terms, tools.cut)) : null
    if (spelled && spelled.best > found.best) return spelled
  }
  const better = await correctSpelling(db, folded.trim())
  if (!better) return null
  const meant = parseFolded(better, tools)
  const typed = await run(meant, better)
  const close = typed.best < scores.heading ? parseRelated(better, tools, meant) : null
  const named = close ? await run(close, better) : typed
  const corrected = named.best > typed.best ? named : typed
  return corrected.best > found.best && corrected.best >= scores.emphasised ? corrected : null
}

/** Adds documents with some of the words after those with all of them. */
function withMore(found: Searched, nearly: Found, most: number): Searched {
  const known = new Set(found.hits.map(({ target }) => target))
  const more = nearly.hits.filter(({ target }) => !known.has(target)).slice(0, most - found.hits.length)
  const counts = { ...found.counts }
  for (const { kind } of more) counts[kind] = (counts[kind] ?? 0) + 1
  return { ...found, hits: [...found.hits, ...more], counts, best: Math.max(found.best, nearly.best) }
}

/** Query for terms whose pinyin was typed: a document must match at least one of them. */
function spelledQuery(letters: string, terms: string[], cut: (folded: string) => string[]): SearchQuery {
  const words = terms.map((term) => cut(term))
  return {
    phrases: terms.map((term) => term.replace(/\s+/g, '')),
    units: [{ text: letters, alternatives: words, optional: false }],
    pinyin: letters,
    marks: [...terms, ...words.flat().filter((word) => [...word].length > 1)],
  }
}
