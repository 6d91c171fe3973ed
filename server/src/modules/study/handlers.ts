import type { reading } from '@dxx/contract/calls/reading'
import type { study } from '@dxx/contract/calls/study'
import { formatDate } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import type { Handlers } from '../../context'
import { countDueWrong } from '../bank/public'
import { examsDue, listStudentExams } from '../exams/public'
import { viewChapter } from '../reading/public'
import { heartbeatHandlers } from './heartbeats'
import { anyKind, ofKind, studyBanks, studyList, unfinished } from './lists'
import { daySums } from './progress'
import { minutesOf, statisticsOf } from './rules'

/** Returns the first day of a later month: `2026-12` and 1 become `2027-01-01`. */
function afterMonths(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 10)
}

export const handlers: Handlers<typeof study> &
  Pick<Handlers<typeof reading>, 'POST /v1/ebook_speed' | 'POST /v1/textbooks_speed'> = {
  ...heartbeatHandlers,

  'GET /v1/view_chapter': viewChapter('course'),

  'GET /v130/recently_study': studyList({ from: 'studied', where: anyKind }),
  'GET /v130/study_afoot': studyList({ from: 'studied', where: unfinished }),
  'GET /v130/study_course': studyList({ from: 'studied-or-owned', where: ofKind('course') }),
  'GET /v130/study_library': studyList({ from: 'studied-or-owned', where: ofKind('ebook', 'textbook') }),

  'GET /v130/study_bank': studyBanks,
  'GET /v130/study_exam': ({ db, user, clock }, paging) => listStudentExams(db, user, paging, clock.now()),

  'POST /v130/study_delete': async ({ db, user, clock }, { ids, undo }) => {
    if (undo)
      await sql`
        delete from study_removals
        where user_id = ${user.id} and curriculum_id in (select id from curricula where uid = any (${ids}::uuid[]))`.execute(
        db,
      )
    else
      await sql`
        insert into study_removals (user_id, curriculum_id, removed_at)
        select ${user.id}, id, ${clock.now()} from curricula where uid = any (${ids}::uuid[])
        on conflict (user_id, curriculum_id) do update set removed_at = excluded.removed_at`.execute(db)
    return {}
  },

  'GET /v130/study_statistics': async ({ db, user, clock }) => {
    const now = clock.now()
    return {
      ...statisticsOf(await daySums(db, user.id), formatDate(now)),
      examsDue: await examsDue(db, user, now),
      wrongDue: await countDueWrong(db, user.id, now),
    }
  },

  'GET /v130/study_calendar': async ({ db, user }, { month, months }) => {
    const sums = await daySums(db, user.id, `${month}-01`, afterMonths(month, months))
    const days = sums
      .map(({ day, seconds }) => ({ day, minutes: minutesOf(seconds) }))
      .filter(({ minutes }) => minutes > 0)
    return { days, minutes: days.reduce((sum, { minutes }) => sum + minutes, 0) }
  },
}
