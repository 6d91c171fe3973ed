import { openCsv } from '../base/csv'
import { appendAudit } from '../db/audit-chain'
import { inTransaction } from '../db/transaction'
import {
  type CommandContext,
  type ListOutput,
  type OpsCommand,
  type OpsCommands,
  type OpsContext,
  UsageError,
} from './command'

/** Staff commands by area. A command loads its own area: loading all of them takes longer than most commands. */
const areas: Record<string, () => Promise<OpsCommands>> = {
  orders: async () => (await import('./orders')).orders,
  coupons: async () => (await import('./coupons')).coupons,
  students: async () => (await import('./students')).students,
  message: async () => (await import('./messages')).messages,
  cs: async () => (await import('./support')).cs,
  feedback: async () => (await import('./support')).feedback,
  reports: async () => (await import('./community')).reports,
  words: async () => (await import('./community')).sensitiveWordCommands,
  exams: async () => (await import('./exams')).exams,
  classes: async () => (await import('./classes')).classes,
  accounts: async () => (await import('./accounts')).accounts,
  switches: async () => (await import('./switches')).switches,
  storage: async () => (await import('./storage')).storage,
  staff: async () => (await import('./staff')).staff,
  audit: async () => (await import('./staff')).audit,
}

export async function allCommands(): Promise<Record<string, OpsCommands>> {
  const loaded: Record<string, OpsCommands> = {}
  for (const [area, load] of Object.entries(areas)) loaded[area] = await load()
  return loaded
}

async function find(area: string, name: string): Promise<OpsCommand | undefined> {
  const commands = Object.hasOwn(areas, area) ? await areas[area]!() : {}
  return Object.hasOwn(commands, name) ? commands[name] : undefined
}

/** Returns the help for the commands of one area, or of all areas. */
export async function usage(name = ''): Promise<string> {
  const chosen = Object.hasOwn(areas, name) ? [await areas[name]!()] : Object.values(await allCommands())
  const verbs = chosen.flatMap((commands) => Object.values(commands))
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
  const verb = await find(area, name)
  if (!verb) throw new Error(await usage(area))
  const args = [...words]
  try {
    const after = name === 'list' ? takeOption(args, 'after') : undefined
    const out = verb.csv ? takeOption(args, 'out') : undefined
    const csv = await openCsv(out, ctx.print)
    const printPage = async <T>({ read, empty, keyOf, print }: ListOutput<T>) => {
      const rows = await read({ after, limit: pageLength + 1 })
      // If the row of `--after` is no longer in the list or is misspelt, an empty page would look like the end of the
      // list.
      if (rows.length === 0 && after !== undefined && !(await isListed(after, read, keyOf)))
        throw new Error(`列表里没有 ${after}，请从头列起。`)
      if (rows.length === 0) ctx.print(after === undefined ? empty : '后面没有了。')
      for (const row of rows.slice(0, pageLength)) print(row)
      if (rows.length > pageLength)
        ctx.print(`\n还有更多，在命令后加上 --after ${keyOf(rows[pageLength - 1]!)} 接着列。`)
    }
    const audited = auditedBy(ctx, `${area} ${name}`)
    await csv.write(() => verb.run({ ...ctx, printPage, csv: csv.line, audited }, args))
  } catch (error) {
    throw error instanceof UsageError ? new Error(`用法：\n  npm run ops -- ${verb.usage}`) : error
  }
}
