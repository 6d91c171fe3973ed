import type { students } from '@dxx/contract/calls/students'
import type * as z from 'zod'
import { fail, Refusal } from '../../base/refusal'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { countAgainst, type Limit } from '../../http/limits'
import { ownUploads } from '../uploads/public'
import { closeWork, openWork } from '../work/public'
import { universityByCode } from './lists'
import { notifyPassed } from './notices'
import { authInfo, claimEntry, classById, rosterEntry, schoolByUid, setStudentStatus } from './queries'
import { needsCard } from './roster-match'

type Input = z.output<(typeof students)['POST /v1/student_auth']['input']>

/** Limits that prevent guessing names of a roster: per account, and per student number for guesses by many accounts. */
const triesPerUser: Limit = { name: 'student_auth user', max: 10, windowSeconds: 86_400 }
const triesPerNumber: Limit = { name: 'student_auth number', max: 20, windowSeconds: 86_400 }

/** Normalises spaces and the various dots in names, and removes invisible characters. */
export const plainName = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/[\s\p{Cf}·•・.．]+/gu, '')
    .toLowerCase()

async function schoolOf({ db, config }: Ctx<'mobile'>, { schoolId, universityCode }: Input) {
  if (schoolId !== undefined) {
    const { id, name, has_roster, roster_match } = (await schoolByUid(db, schoolId)) ?? fail('school-not-found')
    const byCard = needsCard(roster_match, config)
    return { school_id: id, university_code: null, school_name: name, hasRoster: has_roster, byCard }
  }
  const { code, name } = universityByCode(universityCode!) ?? fail('school-not-found')
  return { school_id: null, university_code: code, school_name: name, hasRoster: false, byCard: false }
}

function classByUid(db: Db, schoolId: number, uid: string) {
  return db
    .selectFrom('classes')
    .select(['id', 'name'])
    .where('uid', '=', uid)
    .where('school_id', '=', schoolId)
    .executeTakeFirst()
}

async function classOf(db: Db, schoolId: number | null, { classId, className }: Input) {
  if (classId === undefined) return { class_id: null, class_name: className! }
  if (schoolId === null) fail('class-not-found')
  const { id, name } = (await classByUid(db, schoolId, classId)) ?? fail('class-not-found')
  return { class_id: id, class_name: name }
}

async function photoOf(db: Db, userId: number, { photo }: Input) {
  if (photo === undefined) return null
  const [upload] = await ownUploads(db, userId, 'student-card', [photo])
  return (upload ?? fail('upload-not-found')).uploadId
}

/**
 * Counts a try for a student number of a roster. Above the limit staff review the student card, so that tries of other
 * accounts do not lock out the student with this number.
 */
async function isAboveLimit(db: Db, school: string, { studentNo, photo }: Input, now: number): Promise<boolean> {
  try {
    await countAgainst(db, triesPerNumber, `${school} ${studentNo}`, now)
    return false
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (photo !== undefined) return true
    return fail('too-many', { msg: '这个学号今天试的次数太多，请上传学生证照片，提交人工审核', data: error.data })
  }
}

/**
 * Verifies a student at once if the roster has exactly this student, unclaimed, and the school needs no student card;
 * otherwise staff review the data.
 */
export async function verifyStudent(ctx: Ctx<'mobile'>, input: Input): Promise<void> {
  const { db, user, clock } = ctx
  const now = clock.now()
  const { hasRoster, byCard, ...school } = await schoolOf(ctx, input)
  const theClass = await classOf(db, school.school_id, input)
  if (await isRepeat(db, user.id, input)) return
  await countAgainst(db, triesPerUser, String(user.id), now)
  // Checked before the roster is read, so that the response does not reveal whether name and number match.
  if (hasRoster && byCard && input.photo === undefined) fail('student-card-required')
  const isGuessed = hasRoster && (await isAboveLimit(db, school.school_name, input, now))

  await inTransaction(db, async (tx) => {
    const photoId = await photoOf(tx, user.id, input)
    const { student_status: status } = await tx
      .selectFrom('users')
      .select('student_status')
      .where('id', '=', user.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (status === 'passed') fail('student-passed')
    const entry = hasRoster ? await rosterEntry(tx, school.school_id!, input.studentNo) : undefined
    const matches =
      entry !== undefined &&
      plainName(entry.name) === plainName(input.name) &&
      (theClass.class_id === null || theClass.class_id === entry.class_id)
    const free = matches && !byCard && !isGuessed && (entry.claimed_by === null || entry.claimed_by === user.id)
    if (hasRoster && !free && photoId === null) fail(matches ? 'student-claimed' : 'student-not-matched')

    const application = {
      ...school,
      ...theClass,
      // If the student typed a class name instead of choosing a class, the class of the roster is stored.
      ...(free && theClass.class_id === null && (await classById(tx, entry.class_id))),
      student_no: input.studentNo,
      name: input.name,
      photo_id: photoId,
      submitted_at: now,
      reviewed_at: free ? now : null,
      reason: '',
      by_campus: false,
    }
    await tx
      .insertInto('student_applications')
      .values({ user_id: user.id, ...application })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(application))
      .execute()
    if (free) await claimEntry(tx, entry.id, user.id, now)
    await setStudentStatus(tx, user.id, free ? 'passed' : 'pending')
    if (free) {
      await closeWork(tx, 'student', user.id, now)
      await notifyPassed(tx, user.id, school.school_name, now)
    } else {
      const title = `${school.school_name} · ${input.name}`
      await openWork(
        tx,
        { kind: 'student', subjectId: user.id, userId: user.id, schoolId: school.school_id, title },
        now,
      )
    }
  })
}

/** Whether the same application is already stored, as in a retry after a lost response. */
async function isRepeat(db: Db, userId: number, input: Input): Promise<boolean> {
  const { status, application } = await authInfo(db, userId)
  return (
    (status === 'passed' || status === 'pending') &&
    application !== null &&
    application.schoolId === (input.schoolId ?? null) &&
    application.universityCode === (input.universityCode ?? null) &&
    (input.classId === undefined || application.classId === input.classId) &&
    (input.className === undefined || application.className === input.className) &&
    application.studentNo === input.studentNo &&
    application.name === input.name &&
    (input.photo === undefined || status === 'passed')
  )
}
