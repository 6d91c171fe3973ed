import type { StudyBank, StudyCard } from '@dxx/contract/calls/study'
import type { PageInput } from '@dxx/contract/paging'
import { type RawBuilder, sql } from 'kysely'
import { pageOfQuery, pageOfRows } from '../../base/paging'
import type { Ctx, User } from '../../context'
import type { Db } from '../../db/connection'
import { countRows } from '../../db/count-rows'
import { readBankProgress } from '../bank/public'
import { cardOf, kindIsShown, latestProgress, onSale, ownedBy, selectCards, totalPercent } from '../catalogue/public'
import { minutesOf } from './rules'

interface Studied {
  curriculum_id: number
  at: number
  seconds: number
}

/** SQL: studied curricula of a user with the time of the last study and the seconds. */
const studied = (userId: number) => sql<Studied>`
  select curriculum_id, max(end_at) as at, sum(end_at - start_at)::bigint as seconds
  from study_events where user_id = ${userId} group by curriculum_id`

/** SQL: like `studied`, and owned curricula that the user has not started. */
const studiedOrOwned = (userId: number) => sql<Studied>`
  select coalesce(s.curriculum_id, e.curriculum_id) as curriculum_id, coalesce(s.at, e.created_at) as at,
    coalesce(s.seconds, 0) as seconds
  from (${studied(userId)}) as s
  full join (select curriculum_id, created_at from entitlements where user_id = ${userId} and revoked_at is null) as e
    on e.curriculum_id = s.curriculum_id`

/** SQL: counts the same rows as my_notes_summary, so that both pages show one number. */
const notesOf = (userId: number) => sql<number>`(
  (select count(*) from posts n where n.user_id = ${userId} and n.curriculum_id = c.id and n.kind = 'note')
  + (select count(*) from highlights n
     where n.user_id = ${userId} and n.curriculum_id = c.id and not n.removed))::int`

interface Filter {
  from: 'studied' | 'studied-or-owned'
  where: (userId: number) => RawBuilder<boolean>
}

const newestFirst = { key: sql<number>`st.at`, uid: sql<string>`c.uid` }

/** Cards of studied items, without those removed from the list or unpublished. */
const listed = (db: Db, user: User, rows: RawBuilder<Studied>, now: number) =>
  selectCards(db, user)
    .innerJoin(sql<Studied>`(${rows})`.as('st'), 'st.curriculum_id', 'c.id')
    .where(sql<boolean>`(${onSale(now)} or ${ownedBy(user)})`)
    .where(kindIsShown)
    .where(sql<boolean>`not exists (
      select from study_removals r where r.user_id = ${user.id} and r.curriculum_id = c.id and r.removed_at >= st.at)`)

/** Returns a list of the study tab, newest first. */
export const studyList =
  ({ from, where }: Filter) =>
  async ({ db, user, clock }: Ctx<'user'>, paging: PageInput) => {
    const now = clock.now()
    const rows = from === 'studied' ? studied(user.id) : studiedOrOwned(user.id)
    const cards = listed(db, user, rows, now).where(where(user.id))
    const page = await pageOfQuery(
      cards.select(['st.seconds', totalPercent(user.id).as('percent')]).select(notesOf(user.id).as('notes')),
      newestFirst,
      paging,
    ).execute()
    const count = await countRows(cards)
    const ids = page.map(({ rowId }) => rowId)
    const last = await latestProgress(db, user.id, ids, { most: ids.length, now })
    const stopped = new Map(last.map((one) => [one.curriculumId, one]))
    return pageOfRows(
      page,
      count,
      paging,
      (row): StudyCard => ({
        ...cardOf(row),
        percent: row.percent,
        progress: stopped.get(row.rowId) ?? null,
        minutes: minutesOf(row.seconds),
        notes: row.notes,
        at: row.pageKey,
      }),
    )
  }

/** SQL: studied banks. Answering a question counts as studying, even if the page reports no seconds. */
const banks = (userId: number) => sql<Studied>`
  select b.curriculum_id, max(b.at) as at, sum(b.seconds)::bigint as seconds from (
    ${studiedOrOwned(userId)}
    union all
    select q.curriculum_id, max(a.created_at), 0 from question_attempts a join questions q on q.id = a.question_id
    where a.user_id = ${userId} and a.source = 'bank' group by q.curriculum_id
  ) as b group by b.curriculum_id`

export async function studyBanks({ db, user, clock }: Ctx<'user'>, paging: PageInput) {
  const now = clock.now()
  const cards = listed(db, user, banks(user.id), now).where('c.kind', '=', 'bank')
  const rows = await pageOfQuery(cards.select('st.seconds'), newestFirst, paging).execute()
  const page = pageOfRows(rows, await countRows(cards), paging, (row) => ({ ...cardOf(row), row }))
  const list: StudyBank[] = []
  for (const { row, ...card } of page.list) {
    const { types, wrong } = await readBankProgress(db, user.id, row.rowId, now)
    const sum = (of: 'count' | 'answered' | 'right') => types.reduce((all, type) => all + type[of], 0)
    const done = { questions: sum('count'), answered: sum('answered'), right: sum('right'), wrong }
    list.push({ ...card, ...done, minutes: minutesOf(row.seconds), at: row.pageKey })
  }
  return { ...page, list }
}

export const anyKind = () => sql<boolean>`true`
export const unfinished = (userId: number) => sql<boolean>`(
  c.kind <> 'bank' and ${totalPercent(userId)} < 100
  and (${ownedBy({ id: userId })} or exists (
    select from chapters fc where fc.curriculum_id = c.id and fc.free and fc.removed_at is null)))`
export const ofKind =
  (...kinds: string[]) =>
  () =>
    sql<boolean>`c.kind = any (${kinds})`
