import { openCsv } from '../base/csv'
import { appendAudit } from '../db/audit-chain'
import { inTransaction } from '../db/transaction'
import { accounts } from './accounts'
import { classes } from './classes'
import {
  type CommandContext,
  type ListOutput,
  type OpsCommand,
  type OpsCommands,
  type OpsContext,
  UsageError,
} from './command'
import { reports, sensitiveWordCommands } from './community'
import { coupons } from './coupons'
import { exams } from './exams'
import { messages } from './messages'
import { orders } from './orders'
import { audit, staff } from './staff'
import { storage } from './storage'
import { students } from './students'
import { cs, feedback } from './support'
import { switches } from './switches'

/** Staff commands by area. */
export const areas: Record<string, OpsCommands> = {
  orders,
  coupons,
  students,
  message: messages,
  cs,
  feedback,
  reports,
  words: sensitiveWordCommands,
  exams,
  classes,
  accounts,
  switches,
  storage,
  staff,
  audit,
}

const find = (area: string, name: string): OpsCommand | undefined =>
  Object.hasOwn(areas, area) && Object.hasOwn(areas[area]!, name) ? areas[area]![name] : undefined

/** Help for the commands of one area, or of all areas. */
export function usage(name = ''): string {
  const chosen = Object.hasOwn(areas, name) ? [areas[name]!] : Object.values(areas)
  const verbs = chosen.flatMap((area) => Object.values(area))
  const lines = verbs.map((verb) => `  npm run ops -- ${verb.usage}`)
  return `用法：\n${lines.join('\n')}\nlist 一次列 50 条，--after <最后一条的编号> 接着列；csv 可以用 --out <文件> 写进文件。`
}

/** Rows per page of a list. */
const pageLength = 50

/** Removes the option `--name value` from the arguments and returns its value. */
function takeOption(words: string[], name: string): string | undefined {
  const at = words.indexOf(`--${name}`)
  if (at < 0) return undefined
  const [, value] = words.splice(at, 2)
  if (value === undefined) throw new UsageError()
  return value
}

function auditedBy({ db, clock }: OpsContext, call: string): CommandContext['audited'] {
  const actor = { userId: null, roles: [], call, address: '', requestId: '' }
  return (change, record) =>
    inTransaction(db, async (tx) => {
      const result = await change(tx)
      const recorded = record(result)
      if (recorded) await appendAudit(tx, actor, [recorded], clock.now())
      return result
    })
}

/** Whether a list contains the row with this key. */
async function isListed<T>(key: string, read: ListOutput<T>['read'], keyOf: ListOutput<T>['keyOf']): Promise<boolean> {
  const rows = await read({ limit: 1_000_000 })
  return rows.some((row) => String(keyOf(row)) === key)
}

/** Runs one command; throws an error with the usage if the arguments are invalid. */
export async function operate(ctx: OpsContext, [area = '', name = '', ...words]: string[]): Promise<void> {
  const verb = find(area, name)
  if (!verb) throw new Error(usage(area))
  const args = [...words]
  try {
    const after = name === 'list' ? takeOption(args, 'after') : undefined
    const out = verb.csv ? takeOption(args, 'out') : undefined
    const csv = await openCsv(out, ctx.say)
    const sayPage = async <T>({ read, empty, keyOf, say }: ListOutput<T>) => {
      const rows = await read({ after, limit: pageLength + 1 })
      // If the row of `--after` has left the list or is misspelt, an empty page would look like the end of the list.
      if (rows.length === 0 && after !== undefined && !(await isListed(after, read, keyOf)))
        throw new Error(`列表里没有 ${after}，请从头列起。`)
      if (rows.length === 0) ctx.say(after === undefined ? empty : '后面没有了。')
      for (const row of rows.slice(0, pageLength)) say(row)
      if (rows.length > pageLength) ctx.say(`\n还有更多，在命令后加上 --after ${keyOf(rows[pageLength - 1]!)} 接着列。`)
    }
    const audited = auditedBy(ctx, `${area} ${name}`)
    await csv.write(() => verb.run({ ...ctx, sayPage, csv: csv.line, audited }, args))
  } catch (error) {
    throw error instanceof UsageError ? new Error(`用法：\n  npm run ops -- ${verb.usage}`) : error
  }
}
