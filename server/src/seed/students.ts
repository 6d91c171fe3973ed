import type { Db } from '../db/connection'
import { inTransaction } from '../db/transaction'
import { claimEntry, setStudentStatus } from '../modules/students/queries'

const student = { mobile: '13800000001', school: '江城大学', studentNo: '20240101' }

/** Verifies the sample student. Does nothing if the sample schools are missing or the roster entry is claimed. */
export async function seedStudents(db: Db): Promise<void> {
  await inTransaction(db, seedStudent)
}

async function seedStudent(tx: Db): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'created_at'])
    .where('mobile', '=', student.mobile)
    .executeTakeFirst()
  const entry = await tx
    .selectFrom('rosters as r')
    .innerJoin('schools as s', 's.id', 'r.school_id')
    .innerJoin('classes as c', 'c.id', 'r.class_id')
    .select(['r.id', 'r.name', 's.id as schoolId', 's.name as school', 'c.id as classId', 'c.name as className'])
    .where('s.name', '=', student.school)
    .where('r.student_no', '=', student.studentNo)
    .where('r.claimed_by', 'is', null)
    .executeTakeFirst()
  if (!user || !entry) return
  await claimEntry(tx, entry.id, user.id, user.created_at)
  await setStudentStatus(tx, user.id, 'passed')
  await tx
    .insertInto('student_applications')
    .values({
      user_id: user.id,
      school_id: entry.schoolId,
      school_name: entry.school,
      class_id: entry.classId,
      class_name: entry.className,
      student_no: student.studentNo,
      name: entry.name,
      submitted_at: user.created_at,
      reviewed_at: user.created_at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
