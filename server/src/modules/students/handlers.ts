import type { students } from '@dxx/contract/calls/students'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import { countRows } from '../../db/count-rows'
import { verifyStudent } from './authenticate'
import { divisionsBelow, findDivisions, findUniversities, provinces } from './lists'
import { authInfo, schoolByUid, schoolsByInitials } from './queries'
import { needsCard } from './roster-match'

export const handlers: Handlers<typeof students> = {
  'GET /v1/get_schools': async ({ db, config }, { keyword, pageNo, pageSize }) => {
    const names = keyword ? await schoolsByInitials(db, keyword) : []
    const query = db
      .selectFrom('schools')
      .$if(Boolean(keyword), (from) =>
        from.where((eb) =>
          eb.or([
            eb('name', 'like', `%${keyword!.replace(/[\\%_]/g, '\\$&')}%`),
            ...(names.length > 0 ? [eb('id', 'in', names)] : []),
          ]),
        ),
      )
    const total = await countRows(query)
    const rows = await query
      .select(['uid as id', 'name', 'province', 'city', 'address', 'latitude', 'longitude', 'has_roster as hasRoster'])
      .select((eb) => [
        'roster_match',
        eb
          .exists(
            eb
              .selectFrom('campus_logins as l')
              .select('l.id')
              .whereRef('l.school_id', '=', 'schools.id')
              .where('l.enabled', '=', true),
          )
          .as('campusLogin'),
      ])
      .orderBy('position')
      .orderBy('id')
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute()
    const list = rows.map(({ roster_match, campusLogin, ...row }) => ({
      ...row,
      needsCard: row.hasRoster && needsCard(roster_match, config),
      campusLogin: Boolean(campusLogin),
    }))
    return { list, total, pageNo, pageSize, hasMore: pageNo * pageSize < total, lastItem: null }
  },

  'GET /v1/get_class': async ({ db }, { schoolId }) => {
    const school = (await schoolByUid(db, schoolId)) ?? fail('school-not-found')
    return db
      .selectFrom('classes')
      .select(['uid as id', 'name', 'college', 'year'])
      .where('school_id', '=', school.id)
      .orderBy('position')
      .orderBy('id')
      .execute()
  },

  'GET /v1/universities': async (_ctx, { pageNo, pageSize, ...wanted }) => {
    const found = findUniversities(wanted)
    const list = found.slice((pageNo - 1) * pageSize, pageNo * pageSize)
    const hasMore = pageNo * pageSize < found.length
    return { list, total: found.length, pageNo, pageSize, hasMore, lastItem: null, provinces: provinces() }
  },

  'GET /v1/divisions': async (_ctx, { parent = '' }) => divisionsBelow(parent),

  'GET /v1/division_search': async (_ctx, { keyword }) => findDivisions(keyword),

  'POST /v1/student_auth': async (ctx, input) => {
    await verifyStudent(ctx, input)
    return authInfo(ctx.db, ctx.user.id)
  },

  'GET /v1/student_auth_info': ({ db, user }) => authInfo(db, user.id),
}
