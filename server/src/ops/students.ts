import { maskMobile } from '@dxx/contract/rules/mask'
import { approve, reject, waiting } from '../modules/students/review'
import { pictureUrl } from './picture'
import { uuid } from './user'
import { UsageError, type Verbs } from './verb'

const minute = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })

function idOf(text = ''): string {
  if (!uuid.test(text)) throw new UsageError()
  return text
}

export const students: Verbs = {
  list: {
    usage: 'students list                     列出待审核的学生认证，最早的在前',
    async run(ctx) {
      const { db, say } = ctx
      const rows = await waiting(db)
      if (rows.length === 0) say('没有待审核的学生认证。')
      for (const row of rows) {
        say(`${row.uid}  ${minute.format(row.submitted_at * 1000)}`)
        say(`  ${row.school_name} · ${row.class_name} · 学号 ${row.student_no} · ${row.name}`)
        say(`  账号：${row.nickname}${row.mobile ? ` · ${maskMobile(row.mobile)}` : ''}`)
        if (row.roster_name !== null)
          say(`  名单上这个学号是 ${row.roster_name}${row.claimed_by === null ? '' : '，已被另一个账号认证'}`)
        if (row.photo_key) say(`  照片：${pictureUrl(ctx, row.photo_key)}`)
      }
    },
  },
  approve: {
    usage: 'students approve <编号>           通过；学号若已被别的账号占用，会改归这位同学',
    async run({ db, clock, say }, [id]) {
      say((await approve(db, idOf(id), clock.now())) ? '已通过，并已通知这位同学。' : '没有这个编号的待审核认证。')
    },
  },
  reject: {
    usage: 'students reject <编号> <原因>     不通过；原因会显示给学生',
    async run({ db, clock, say }, [id, ...words]) {
      const reason = words.join(' ').trim()
      if (reason === '') throw new UsageError()
      say(
        (await reject(db, idOf(id), reason, clock.now())) ? '已退回，并已通知这位同学。' : '没有这个编号的待审核认证。',
      )
    },
  },
}
