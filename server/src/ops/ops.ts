import { accounts } from './accounts'
import { reports, words } from './community'
import { coupons } from './coupons'
import { exams } from './exams'
import { messages } from './messages'
import { orders } from './orders'
import { students } from './students'
import { cs, feedback } from './support'
import { type OpsContext, UsageError, type Verb, type Verbs } from './verb'

/** What operators do by command, by area. */
const areas: Record<string, Verbs> = {
  orders,
  coupons,
  students,
  message: messages,
  cs,
  feedback,
  reports,
  words,
  exams,
  accounts,
}

const find = (area: string, name: string): Verb | undefined =>
  Object.hasOwn(areas, area) && Object.hasOwn(areas[area]!, name) ? areas[area]![name] : undefined

export function usage(): string {
  const verbs = Object.values(areas).flatMap((area) => Object.values(area))
  return `用法：\n${verbs.map((verb) => `  npm run ops -- ${verb.usage}`).join('\n')}`
}

/** Runs one command; an error that shows how it is done where the words make no sense. */
export async function operate(ctx: OpsContext, [area = '', name = '', ...args]: string[]): Promise<void> {
  const verb = find(area, name)
  if (!verb) throw new Error(usage())
  try {
    await verb.run(ctx, args)
  } catch (error) {
    throw error instanceof UsageError ? new Error(`用法：\n  npm run ops -- ${verb.usage}`) : error
  }
}
