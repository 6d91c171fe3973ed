import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { type ListPage, pageAfter } from '../../db/list-page'
import { inTransaction } from '../../db/transaction'
import { notify } from '../messages/public'
import { closeWork } from '../work/public'
import { notifyPassed } from './authenticate'
import { claimEntry, classById, releaseEntries, rosterEntry, setStudentStatus } from './queries'

/** Applications pending review, oldest first. */
export function waiting(db: Db, page: ListPage) {
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
  return pageAfter(db, query, 'uid', page)
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

async function decide(tx: Db, userId: number, reason: string, now: number): Promise<void> {
  await tx.updateTable('student_applications').set({ reviewed_at: now, reason }).where('user_id', '=', userId).execute()
  await closeWork(tx, 'student', userId, now)
}

async function rejectUser(tx: Db, userId: number, reason: string, now: number): Promise<void> {
  await decide(tx, userId, reason, now)
  await setStudentStatus(tx, userId, 'rejected')
  const body = `原因：${reason}。请修改后重新提交。`
  await notify(tx, { userId, kind: 'system', title: '学生认证未通过', body, link: 'pages/my/auth' }, now)
}

/** Approves a pending application and revokes another user's claim of the roster entry. False if none is pending. */
export async function approve(db: Db, uid: string, now: number): Promise<boolean> {
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

export async function reject(db: Db, uid: string, reason: string, now: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const found = await pending(tx, uid)
    if (found) await rejectUser(tx, found.user_id, reason, now)
    return found !== undefined
  })
}
