import type { codes } from '@dxx/contract/calls/staff/codes'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { curriculumScope } from '../staff/public'
import { generatedPid, listCodes } from './list-printed-codes'

const recentDays = 30

/** Scans by code, including codes of paragraphs: `<chapter's code>.<paragraph>`. */
async function scansOf(db: Db, list: string[], now: number) {
  const { rows } = await sql<{ code: string; scans: number; recent: number }>`
    select code, sum(scans)::int as scans,
      coalesce(sum(scans) filter (where day > day_of(${now}::bigint) - ${recentDays}::int), 0)::int as recent
    from code_scans where code = any (${list}::text[]) group by code`.execute(db)
  return new Map(rows.map((row) => [row.code, row]))
}

export const printedCodeHandlers: Handlers<typeof codes> = {
  'GET /staff/v1/code_books': async ({ db, staff }) => {
    const { rows } = await sql<{ id: string; title: string; codes: number; scans: number }>`
      with codes as (
        select ch.curriculum_id, printed_code(ch.uid) as code,
          1 + (select count(*) from paragraphs p where p.chapter_id = ch.id and p.pid !~ ${generatedPid}) as codes
        from chapters ch
        where ch.removed_at is null and ch.kind <> 'part'
        union all
        select r.curriculum_id, r.code, 1 from resources r where r.removed_at is null and r.kind <> 'dataset'),
      scanned as (select split_part(code, '.', 1) as code, sum(scans) as scans from code_scans group by 1)
      select c.uid as id, c.title, sum(k.codes)::int as codes, coalesce(sum(s.scans), 0)::int as scans
      from curricula c join codes k on k.curriculum_id = c.id left join scanned s on s.code = k.code
      where c.kind = 'textbook' and ${curriculumScope(staff, 'content.publish', 'c')}
      group by c.id order by c.title, c.id`.execute(db)
    return { list: rows }
  },

  'GET /staff/v1/printed_codes': async ({ db, staff, clock, config }, { id }) => {
    const { rows } = await sql<{ uid: string }>`
      select c.uid from curricula c
      where c.uid = ${id}::uuid and c.kind = 'textbook' and ${curriculumScope(staff, 'content.publish', 'c')}`.execute(
      db,
    )
    if (!rows[0]) return fail('curriculum-not-found')
    const book = await listCodes(db, id, config.publicUrl)
    const scans = await scansOf(
      db,
      book.codes.map(({ code }) => code),
      clock.now(),
    )
    return {
      title: book.title,
      codes: book.codes.map((one) => ({
        ...one,
        scans: scans.get(one.code)?.scans ?? 0,
        recentScans: scans.get(one.code)?.recent ?? 0,
      })),
    }
  },
}
