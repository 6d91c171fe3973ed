import type { StudentStatus } from '@dxx/contract/calls/accounts'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { type ListPage, readListPage } from '../../db/list-page'
import { inTransaction } from '../../db/transaction'
import { notify } from '../messages/public'
import { reopenWork } from '../work/public'
import { notifyPassed } from './notices'
import { claimEntry, classById, releaseEntries, rosterEntry, setStudentStatus } from './queries'
import { decide, rejectUser } from './reject'

/** Applications pending review, oldest first. */
export function listPendingStudents(db: Db, page: ListPage) {
  const query = db
    .selectFrom('student_applications as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('uploads as p', 'p.id', 'a.photo_id')
    .leftJoin('media as m', 'm.id', 'p.media_id')
    .leftJoin('rosters as r', (join) =>
      join.onRef('r.school_id', '=', 'a.school_id').onRef('r.student_no', '=', 'a.student_no'),
    )
    .select([
      'a.uid',
      'a.school_name',
      'a.class_name',
      'a.student_no',
      'a.name',
      'a.submitted_at',
      'm.key as photo_key',
    ])
    .select(['r.name as roster_name', 'r.claimed_by', 'u.nickname', 'u.mobile'])
    .select(sql<number[]>`array[a.submitted_at, a.user_id]`.as('place'))
    .where('u.student_status', '=', 'pending')
  return readListPage(db, query, 'uid', page)
}

/** Locks and returns the pending application of a user, or undefined. */
function pending(tx: Db, uid: string) {
  return tx
    .selectFrom('student_applications as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.user_id', 'a.school_id', 'a.school_name', 'a.class_id', 'a.student_no'])
    .where('a.uid', '=', uid)
    .where('u.student_status', '=', 'pending')
    .forUpdate()
    .executeTakeFirst()
}

/** Replaces the class name that the student typed by the class of the roster. */
async function setClass(tx: Db, userId: number, classId: number): Promise<void> {
  const set = await classById(tx, classId)
  await tx.updateTable('student_applications').set(set).where('user_id', '=', userId).execute()
}

/** Approves a pending application and revokes another user's claim of the roster entry. False if none is pending. */
export async function approveStudent(db: Db, uid: string, now: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const found = await pending(tx, uid)
    if (!found) return false
    const { user_id: userId, school_id: schoolId, school_name: school, student_no: studentNo } = found
    const entry = schoolId === null ? undefined : await rosterEntry(tx, schoolId, studentNo)
    if (entry) {
      if (entry.claimed_by !== null && entry.claimed_by !== userId) {
        await releaseEntries(tx, entry.claimed_by)
        await rejectUser(tx, entry.claimed_by, '这个学号经核实属于另一位同学', now)
      }
      await claimEntry(tx, entry.id, userId, now)
      if (found.class_id === null) await setClass(tx, userId, entry.class_id)
    }
    await decide(tx, userId, '', now)
    await setStudentStatus(tx, userId, 'passed')
    await notifyPassed(tx, userId, school, now)
    return true
  })
}

export async function rejectStudent(db: Db, uid: string, reason: string, now: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const found = await pending(tx, uid)
    if (found) await rejectUser(tx, found.user_id, reason, now)
    return found !== undefined
  })
}

interface Decided {
  /** Row id of the closed work item. */
  id: number
  subject_id: number
  school_uid: string | null
  closed_at: number
}

/** Returns the work item of the last decision on an application, or undefined. */
export function lastDecided(db: Db, uid: string): Promise<Decided | undefined> {
  return db
    .selectFrom('student_applications as a')
    .innerJoin('work_items as w', (join) => join.onRef('w.subject_id', '=', 'a.user_id').on('w.kind', '=', 'student'))
    .leftJoin('schools as s', 's.id', 'w.school_id')
    .select(['w.id', 'w.subject_id', 's.uid as school_uid', 'w.closed_at'])
    .where('a.uid', '=', uid)
    .where('w.closed_at', 'is not', null)
    .orderBy('w.id', 'desc')
    .limit(1)
    .$narrowType<{ closed_at: number }>()
    .executeTakeFirst()
}

/**
 * Puts a decided application back for review and frees its roster entry. Returns the status that was undone, or null if
 * a later application has replaced this one. An account that lost the roster entry by the approval does not get it
 * back: its owner was asked to apply again.
 */
export async function reopen(db: Db, { id, subject_id, school_uid, closed_at }: Decided, reason: string, now: number) {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ status: StudentStatus; school_name: string }>`
      select u.student_status as status, a.school_name
      from student_applications a join users u on u.id = a.user_id left join schools s on s.id = a.school_id
      where a.user_id = ${subject_id} and s.uid is not distinct from ${school_uid}::uuid
        and a.submitted_at <= ${closed_at}::bigint and u.student_status in ('passed', 'rejected')
      for update of a, u`.execute(tx)
    const [found] = rows
    if (!found || !(await reopenWork(tx, { id }))) return null
    await releaseEntries(tx, subject_id)
    await tx
      .updateTable('student_applications')
      .set({ reviewed_at: null, reason: '' })
      .where('user_id', '=', subject_id)
      .execute()
    await setStudentStatus(tx, subject_id, 'pending')
    const body = `${found.school_name}撤回了之前的审核结果，正在重新审核，请留意消息。原因：${reason}`
    await notify(
      tx,
      { userId: subject_id, kind: 'system', title: '学生认证重新审核', body, link: 'pages/my/auth' },
      now,
    )
    return found.status
  })
}
