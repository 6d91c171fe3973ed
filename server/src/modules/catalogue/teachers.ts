import type { catalogue } from '@dxx/contract/calls/catalogue'
import { sql } from 'kysely'
import { pageOfQuery, pageOfRows } from '../../base/paging'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { publicUrl, withMediaUrls } from '../media/public'
import { cardOf, onSale, selectCards } from './cards'
import { orderBy } from './queries'

/** Courses of a teacher, and books naming them as author (「徐知远 编著」). */
const worksOf = (teacher: { id: number; name: string }, now: number) =>
  sql<boolean>`${onSale(now)} and (c.teacher_id = ${teacher.id} or split_part(c.author, ' ', 1) = ${teacher.name})`

function teacherByUid(db: Db, uid: string) {
  return db
    .selectFrom('teachers as t')
    .leftJoin('media as m', 'm.id', 't.avatar_id')
    .select(['t.id', 't.uid', 't.name', 't.title', 't.intro_html', 'm.key as avatar_key'])
    .where('t.uid', '=', uid)
    .executeTakeFirst()
}

const sumOfWorks = (db: Db, teacher: { id: number; name: string }, now: number) =>
  db
    .selectFrom('curricula as c')
    .select((eb) => [eb.fn.countAll<number>().as('count'), sql<number>`coalesce(sum(c.learners), 0)`.as('learners')])
    .where(worksOf(teacher, now))
    .executeTakeFirstOrThrow()

export const teacherHandlers: Pick<
  Handlers<typeof catalogue>,
  'GET /v130/teacher_info' | 'GET /v130/teacher_course'
> = {
  'GET /v130/teacher_info': async ({ db, clock, config }, { id }) => {
    const teacher = (await teacherByUid(db, id)) ?? fail('teacher-not-found')
    const { count, learners } = await sumOfWorks(db, teacher, clock.now())
    return {
      id,
      name: teacher.name,
      title: teacher.title,
      avatar: teacher.avatar_key === null ? null : publicUrl(teacher.avatar_key),
      introHtml: withMediaUrls(config.secret, teacher.intro_html, clock.now()),
      courseCount: count,
      learners,
    }
  },

  'GET /v130/teacher_course': async ({ db, user, clock }, { id, ...paging }) => {
    const now = clock.now()
    const teacher = (await teacherByUid(db, id)) ?? fail('teacher-not-found')
    const works = selectCards(db, user).where(worksOf(teacher, now))
    const rows = await pageOfQuery(works, orderBy('newest'), paging).execute()
    const { count } = await sumOfWorks(db, teacher, now)
    return pageOfRows(rows, count, paging, cardOf)
  },
}
