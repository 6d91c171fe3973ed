import type { reading, TextHit } from '@dxx/contract/calls/reading'
import { sql } from 'kysely'
import { pageOfQuery, pageOfRows } from '../../base/paging'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import { countRows } from '../../db/count-rows'
import { owns, recordExcerpts } from '../access/public'
import { curriculumByUid } from '../catalogue/public'
import { likePattern, matchRanges, parseTypedText, snippetOf, snippetRange } from '../search/public'

export const searchHandlers: Pick<Handlers<typeof reading>, 'GET /v1/textbooks_search'> = {
  'GET /v1/textbooks_search': async ({ db, user, clock }, { id, keyword, ...paging }) => {
    const found = (await curriculumByUid(db, user, id, clock.now())) ?? fail('curriculum-not-found')
    const owned = await owns(db, user, found.id)
    const { terms, grams } = parseTypedText(keyword)
    let hits = db
      .selectFrom('paragraphs as p')
      .innerJoin('chapters as ch', 'ch.id', 'p.chapter_id')
      .select(['ch.uid', 'ch.title', 'p.pid', 'p.text'])
      .select(sql<TextHit['chapterKind']>`ch.kind`.as('kind'))
      .where('ch.curriculum_id', '=', found.id)
      .where('ch.removed_at', 'is', null)
    if (!owned) hits = hits.where('ch.free', '=', true)
    if (grams !== null) hits = hits.where(sql<boolean>`p.grams @@ ${grams}::tsquery`)
    for (const term of terms) hits = hits.where(sql<boolean>`lower(normalize(p.text, NFKC)) like ${likePattern(term)}`)
    const order = {
      key: sql<number>`ch.position::bigint * 100000 + p.position`,
      uid: sql<string>`ch.uid`,
      direction: 'asc' as const,
    }
    const rows = await pageOfQuery(hits, order, paging).execute()
    const count = await countRows(hits)
    const locked = await countRows(
      db
        .selectFrom('chapters')
        .where('curriculum_id', '=', found.id)
        .where('removed_at', 'is', null)
        .where('kind', '<>', 'part')
        .where('free', '=', false),
    )
    const page = pageOfRows(rows, count, paging, (row): TextHit => {
      const snippet = snippetOf(row.text, terms)
      const [start = 0, length = 0] = matchRanges(row.text, terms)[0] ?? []
      const marks = matchRanges(snippet, terms)
      const { uid: chapterId, title: chapterTitle, kind: chapterKind, pid } = row
      return { chapterId, chapterTitle, chapterKind, pid, snippet, marks, start, end: start + length }
    })
    const excerpts = rows.map(({ uid, pid, text }) => ({ chapterUid: uid, pid, ...snippetRange(text, terms) }))
    if (user && owned) await recordExcerpts(db, user.id, excerpts, clock.now())
    return { ...page, lockedChapters: owned ? 0 : locked }
  },
}
