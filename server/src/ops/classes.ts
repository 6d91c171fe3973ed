import { sql } from 'kysely'
import { bringBack } from '../db/bring-back'
import { connect } from '../db/connection'
import { type OpsCommands, orFail, UsageError } from './command'

const silent = { error() {}, warn() {}, info() {} }

export const classes: OpsCommands = {
  'bring-back': {
    usage:
      'classes bring-back <班级编号> <恢复出的数据库的地址>   把误删的班级连同名单、作业、成绩册从恢复到误删之前的数据库取回',
    async run({ audited, print }, [uid = '', url = '']) {
      if (!/^[0-9a-f-]{36}$/.test(uid) || !url.startsWith('postgres')) throw new UsageError()
      const restored = connect(url, { max: 2, log: silent })
      try {
        const { rows } = await sql<{ name: string }>`select name from classes where uid = ${uid}`.execute(restored.db)
        const { name } = orFail(rows[0], '恢复出的数据库里没有这个班级，请恢复到更早的时刻。')
        const counts = await audited(
          (tx) => bringBack(restored.db, tx, { table: 'classes', where: sql`t.uid = ${uid}` }),
          (found) => ({
            target: { kind: 'class', id: uid, name },
            before: {},
            after: { rows: [...found.values()].reduce((sum, count) => sum + count, 0) },
          }),
        )
        if (counts.size === 0) print(`没有缺少的内容：${name}`)
        else print(`已取回 ${name}：${[...counts].map(([table, count]) => `${table} ${count} 行`).join('，')}`)
      } finally {
        await restored.close()
      }
    },
  },
}
