import type { AccountDataHandler } from '../../account-data-handler'

export { classInScope, classTarget } from './access'
export { rosterSlug } from './class-list'
export { joinDetail } from './join-decisions'
export { studentIdsOf } from './queries'
export type { FileClass, FileStudent, FileTeacher, FileTerm, RosterFile } from './roster-plan'
export { stageRoster, startRosterImport } from './roster-stage'

export const classesAccountData: AccountDataHandler = {
  title: '加入班级的申请',
  exportData: (db, userId) =>
    db
      .selectFrom('class_joins as j')
      .innerJoin('classes as c', 'c.id', 'j.class_id')
      .select([
        'c.name as class',
        'j.student_no as studentNo',
        'j.name',
        'j.state',
        'j.reason',
        'j.created_at as createdAt',
      ])
      .where('j.user_id', '=', userId)
      .orderBy('j.id')
      .execute(),
  erase: async (tx, userId) => {
    await tx.deleteFrom('class_joins').where('user_id', '=', userId).execute()
  },
}
