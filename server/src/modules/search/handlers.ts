import type { catalogue, SearchHit } from '@dxx/contract/calls/catalogue'
import { formatDate } from '@dxx/contract/rules/time-from'
import type { Ctx, Handlers } from '../../context'
import { cacheShared } from '../../db/cache'
import { recordExcerpts } from '../access/public'
import { type Card, cardsById, chapterLink, detailsLink } from '../catalogue/public'
import { hasSensitiveWord } from '../community/public'
import { setting } from '../content/public'
import { searchDocuments } from './find'
import { type MatchRanges, matchRanges, pinyinMatchRanges, snippetOf, snippetRange } from './match-ranges'
import { parseQuery, type SearchQuery } from './parse-query'
import { bestParagraphs, type Hit, type Suggestion, searchedWords, suggestions } from './queries'

const mostSuggestions = 10
const mostHot = 10
/** Minimum number of users who searched a hot word: words of fewer users would reveal private searches. */
const peopleForHot = 3

const simpleLinks = {
  teacher: 'pages/teacher/index',
  article: 'pages/article/index',
  help: 'pages/help/index',
} as const

/** Text shown for a curriculum: its summary, unless only subtitle or body match; `body` contains names and tags. */
function introOf({ summary, subtitle }: Card, body: string, titleMarks: MatchRanges, terms: string[]): string {
  if (titleMarks.length > 0) return summary
  return [summary, subtitle, body].find((text) => matchRanges(text, terms).length > 0) ?? summary
}

/** Match ranges in a title, by text or pinyin. */
function titleMarksOf(title: string, initials: string[] | null, { marks: terms, pinyin }: SearchQuery): MatchRanges {
  const marks = matchRanges(title, terms)
  return marks.length > 0 || !pinyin || !initials ? marks : pinyinMatchRanges(title, initials, pinyin)
}

/** Text shown for a chapter that the user may not read: the terms by which it was found, not its text. */
function aboutOf({ terms }: Hit, { phrases, marks }: SearchQuery): string {
  const shownTerms = terms.filter(
    (term) => phrases.includes(term) || marks.some((mark) => mark.length > 1 && term.includes(mark)),
  )
  const longest = shownTerms.filter((term) => !shownTerms.some((other) => other !== term && other.includes(term)))
  return longest.length > 0 ? `讲到：${longest.slice(0, 4).join('、')}` : ''
}

function hitOf(query: SearchQuery, hit: Hit, card: Card | null): SearchHit {
  const { marks: terms } = query
  const { kind, target: id, title, pid } = hit
  const titleMarks = titleMarksOf(title, hit.initials, query)
  const excerptSource = kind === 'chapter' || !card ? hit.body : introOf(card, hit.body, titleMarks, terms)
  const snippet = snippetOf(
    excerptSource || (kind !== 'chapter' || titleMarks.length > 0 ? '' : aboutOf(hit, query)),
    terms,
  )
  return {
    kind,
    id,
    title,
    snippet,
    titleMarks,
    snippetMarks: matchRanges(snippet, terms),
    curriculum: card,
    link: linkOf(kind, id, card && { id: card.id, kind: card.kind }, {
      kind: hit.chapter_kind,
      readable: Boolean(hit.free || card?.owned),
      pid,
    }),
  }
}

/** Route of a search hit. A chapter that the viewer may not read links to its curriculum. */
function linkOf(
  kind: SearchHit['kind'],
  id: string,
  curriculum: Pick<Card, 'id' | 'kind'> | null,
  chapter: { kind: Hit['chapter_kind']; readable: boolean; pid: string },
): string {
  if (kind === 'teacher' || kind === 'article' || kind === 'help') return `${simpleLinks[kind]}?id=${id}`
  if (kind !== 'chapter') return detailsLink(kind, id)
  const { id: curriculumId, kind: curriculumKind } = curriculum!
  if (!chapter.readable || !chapter.kind) return detailsLink(curriculumKind, curriculumId)
  return chapterLink({
    kind: curriculumKind,
    curriculumId,
    chapterId: id,
    chapterKind: chapter.kind,
    pid: chapter.pid,
  })
}

function suggestionOf(query: SearchQuery, found: Suggestion) {
  const { title, initials, kind, target, curriculum, curriculum_kind, chapter_kind, readable } = found
  const whole = curriculum && curriculum_kind ? { id: curriculum, kind: curriculum_kind } : null
  return {
    text: title,
    marks: titleMarksOf(title, initials, query),
    kind,
    link: linkOf(kind, target, whole, { kind: chapter_kind, readable, pid: '' }),
  }
}

/** Most searched words of the week, followed by words that editors chose. */
async function hotWords(ctx: Ctx): Promise<string[]> {
  const week = formatDate(ctx.clock.now() - 7 * 86_400)
  const searched = await searchedWords(ctx.rootDb, week, peopleForHot, mostHot * 2)
  const chosen = ((await setting(ctx.rootDb, 'hot-words')) ?? []) as string[]
  const decent = []
  for (const word of searched) if (!(await hasSensitiveWord(ctx, word))) decent.push(word)
  return [...new Set([...decent, ...chosen])].slice(0, mostHot)
}

export const handlers: Pick<
  Handlers<typeof catalogue>,
  'GET /v130/curriculum_search' | 'GET /v130/search_suggest' | 'GET /v130/search_hot'
> = {
  'GET /v130/curriculum_search': async ({ db, user, clock }, { keyword, kind, pageNo, pageSize }) => {
    const { hits, counts, query, meant } = await searchDocuments(
      db,
      user,
      keyword,
      { kind, pageNo, pageSize },
      clock.now(),
    )
    const cards = await cardsById(
      db,
      user,
      hits.flatMap(({ curriculum_id }) => curriculum_id ?? []),
    )
    const unread = hits.filter(({ kind, pid }) => kind === 'chapter' && pid === '')
    const paragraphs = await bestParagraphs(
      db,
      user,
      query,
      unread.map(({ target }) => target),
    )
    for (const hit of unread) {
      const best = paragraphs.get(hit.target)
      if (best) Object.assign(hit, { pid: best.pid, body: best.text })
    }
    const excerpts = hits
      .filter(({ kind, pid }) => kind === 'chapter' && pid !== '')
      .map(({ target, pid, body }) => ({ chapterUid: target, pid, ...snippetRange(body, query.marks) }))
    if (user) await recordExcerpts(db, user.id, excerpts, clock.now())
    const total = kind ? (counts[kind] ?? 0) : Object.values(counts).reduce((sum, count) => sum + count, 0)
    return {
      list: hits.map((hit) => hitOf(query, hit, cards.get(hit.curriculum_id ?? 0) ?? null)),
      total,
      pageNo,
      pageSize,
      hasMore: pageNo * pageSize < total,
      // Ranked results have no cursor; pages are numbered.
      lastItem: null,
      counts: counts as Record<string, number>,
      meant,
    }
  },

  'GET /v130/search_suggest': async ({ db, user, clock }, { keyword }) => {
    const query = await parseQuery(keyword)
    const found = await suggestions(db, user, query, mostSuggestions, clock.now())
    return found.map((one) => suggestionOf(query, one))
  },

  'GET /v130/search_hot': (ctx) => cacheShared(ctx, 'hot words', () => hotWords(ctx)),
}
