import { sql } from 'kysely'
import type { Environment } from '../../context'
import type { JobHandler, WorkConditions } from '../../jobs/worker'
import { readDueMembers } from './lti/members'
import { sendDueScores } from './lti/scores'
import { collectStatements, sendStatements } from './xapi/send'

/** Background jobs of this module, by kind. */
export function campusJobs({ lti, xapi, config }: Pick<Environment, 'lti' | 'xapi' | 'config'>) {
  const { secret } = config
  const site = config.publicUrl || 'http://localhost'
  const scores: JobHandler<unknown> = (ctx) => sendDueScores({ ...ctx, lti, secret })
  const members: JobHandler<unknown> = (ctx) => readDueMembers({ ...ctx, lti, secret })
  const statements: JobHandler<unknown> = async (ctx) => {
    const context = { ...ctx, xapi, secret, site }
    await collectStatements(context)
    await sendStatements(context)
  }
  return { send_lti_scores: scores, read_lti_members: members, send_xapi: statements }
}

export const campusJobsWork = {
  send_lti_scores: (now: number) => sql<boolean>`exists (select from lti_scores where due_at <= ${now}::bigint)`,
  read_lti_members: (now: number) =>
    sql<boolean>`exists (select from lti_links where members_due_at <= ${now}::bigint)`,
  send_xapi: () => sql<boolean>`exists (select from xapi_stores where enabled)`,
} satisfies WorkConditions

export const campusJobsEvery = { send_lti_scores: 15, read_lti_members: 15, send_xapi: 15 }
