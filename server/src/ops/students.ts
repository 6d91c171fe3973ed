import { maskMobile } from '@dxx/contract/rules/mask'
import { formatDateTime } from '@dxx/contract/rules/time-from'
import { approveStudent, lastDecided, listPendingStudents, rejectStudent, reopen } from '../modules/students/review'
import { type OpsCommands, orFail, UsageError } from './command'
import { pictureUrl } from './picture'
import { uuid } from './user'

function idOf(text = ''): string {
  if (!uuid.test(text)) throw new UsageError()
  return text
}

const unknown = '没有这个编号的待审核认证。'

export const students: OpsCommands = {
  list: {
    usage: 'students list                     列出待审核的学生认证，最早的在前',
    reads: true,
    run: (ctx) =>
      ctx.printPage({
        read: (page) => listPendingStudents(ctx.db, page),
        empty: '没有待审核的学生认证。',
        keyOf: ({ uid }) => uid,
        print(row) {
          const { print } = ctx
          print(`${row.uid}  ${formatDateTime(row.submitted_at)}`)
          print(`  ${row.school_name} · ${row.class_name} · 学号 ${row.student_no} · ${row.name}`)
          print(`  账号：${row.nickname}${row.mobile ? ` · ${maskMobile(row.mobile)}` : ''}`)
          if (row.roster_name !== null)
            print(`  名单上这个学号是 ${row.roster_name}${row.claimed_by === null ? '' : '，已被另一个账号认证'}`)
          if (row.photo_key) print(`  照片：${pictureUrl(ctx, row.photo_key)}`)
        },
      }),
  },
  approve: {
    usage: 'students approve <编号>           通过；学号若已被别的账号占用，会改归这位同学',
    async run({ audited, clock, print }, [id]) {
      const uid = idOf(id)
      const done = await audited(
        (tx) => approveStudent(tx, uid, clock.now()),
        (passed) => (passed ? { target: { kind: 'student', id: uid }, after: { status: 'passed' } } : null),
      )
      orFail(done, unknown)
      print('已通过，并已通知这位同学。')
    },
  },
  reject: {
    usage: 'students reject <编号> <原因>     不通过；原因会显示给学生',
    async run({ audited, clock, print }, [id, ...words]) {
      const uid = idOf(id)
      const reason = words.join(' ').trim()
      if (reason === '') throw new UsageError()
      const done = await audited(
        (tx) => rejectStudent(tx, uid, reason, clock.now()),
        (rejected) =>
          rejected ? { target: { kind: 'student', id: uid }, after: { status: 'rejected' }, reason } : null,
      )
      orFail(done, unknown)
      print('已退回，并已通知这位同学。')
    },
  },
  reopen: {
    usage: 'students reopen <编号> <原因>     撤销通过或退回，重新审核；原因会显示给学生',
    async run({ audited, clock, print }, [id, ...words]) {
      const uid = idOf(id)
      const reason = words.join(' ').trim()
      if (reason === '') throw new UsageError()
      const undone = await audited(
        async (tx) => {
          const decided = await lastDecided(tx, uid)
          return decided ? reopen(tx, decided, reason, clock.now()) : null
        },
        (status) =>
          status && { target: { kind: 'student', id: uid }, before: { status }, after: { status: 'pending' }, reason },
      )
      orFail(undone, '没有这个编号的已审核认证。')
      print('已回到待审核，并已通知这位同学。')
    },
  },
}
