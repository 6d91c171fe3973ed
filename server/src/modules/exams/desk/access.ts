import type { Permission } from '@dxx/contract/staff'
import { sql } from 'kysely'
import { fail } from '../../../base/refusal'
import type { Ctx } from '../../../context'
import type { Db } from '../../../db/connection'
import { examScope } from '../../staff/public'
import { PlanError } from '../publish'
import { studentsOf } from '../remind'

export type StaffCtx = Ctx<{ staff: Permission }>

/** Returns an exam if the staff member's scope of the permission includes it; other exams are reported as not found. */
export async function examInScope({ db, staff }: Pick<StaffCtx, 'db' | 'staff'>, uid: string, permission: Permission) {
  const exam = await db
    .selectFrom('exams as e')
    .selectAll('e')
    .where('e.uid', '=', uid)
    .where(examScope(staff, permission, 'e'))
    .executeTakeFirst()
  return exam ?? fail('exam-not-found')
}

export type DeskExam = Awaited<ReturnType<typeof examInScope>>

export const examTarget = ({ uid, title }: { uid: string; title: string }) => ({ kind: 'exam', id: uid, name: title })

/** Turns a PlanError into a refusal with the same message. */
export async function refuseOnPlanError<T>(
  run: Promise<T>,
  name: 'exam-refused' | 'exam-plan-refused' | 'grade-refused' | 'regrade-refused' = 'exam-refused',
): Promise<T> {
  try {
    return await run
  } catch (error) {
    if (error instanceof PlanError) fail(name, { msg: error.message })
    throw error
  }
}

export const notInExamMessage = '考试已撤回，或有的学生不在这场考试里，请刷新后重选'

/** Ids of the exam's students by uid. Other uids are refused with one message, whether such a user exists or not. */
export async function userIdsOf(db: Db, examId: number, uids: string[]): Promise<number[]> {
  const rows = await studentsOf(db, examId).where(sql<boolean>`u.uid = any(${uids}::uuid[])`).execute()
  if (rows.length < new Set(uids).size) fail('exam-refused', { msg: notInExamMessage })
  return rows.map(({ id }) => id)
}

/** Whether the exam is also in the scope of exam.manage. */
export async function managesExam({ db, staff }: StaffCtx, examId: number): Promise<boolean> {
  const found = await db
    .selectFrom('exams as e')
    .select('e.id')
    .where('e.id', '=', examId)
    .where(examScope(staff, 'exam.manage', 'e'))
    .executeTakeFirst()
  return found !== undefined
}
