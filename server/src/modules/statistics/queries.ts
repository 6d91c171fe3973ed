import type { ItemParameters, ItemStatistics } from '@dxx/contract/calls/staff/exam-shapes'
import type { SiteAnswers } from '@dxx/contract/questions'
import { studentStatisticsFrom } from '@dxx/contract/rules/item-statistics'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connection'
import { preparedSql } from '../../db/prepared'
import type { AnswerKind } from '../../db/schema/statistics'
import type { SiteAnswersOf, Version, View } from '../../questions/present'
import { numberedOptions } from './chosen-options'
import { type CorrelationSums, correlation, correlationInterval, medianSeconds, shareInterval } from './figures'

type Counts = Map<string, { value: number; answers: number }[]>

const countsKey = (versionId: number, kind: string, counter: string) => `${versionId} ${kind} ${counter}`

async function countsOf(db: Db, versionIds: number[]): Promise<Counts> {
  const rows = await db
    .selectFrom('item_counts')
    .select(['version_id', 'kind', 'counter', 'value', 'answers'])
    .where('version_id', 'in', versionIds)
    .where('answers', '>', 0)
    .execute()
  const counts: Counts = new Map()
  for (const { version_id, kind, counter, value, answers } of rows) {
    const key = countsKey(version_id, kind, counter)
    const values = counts.get(key)
    if (values) values.push({ value, answers })
    else counts.set(key, [{ value, answers }])
  }
  return counts
}

/** Statistics of a question version by kind of answers: exams first, then tests, then practice. */
export async function statisticsOf(
  db: Db,
  version: Pick<Version, 'id' | 'body' | 'rubric'>,
  plain: (html: string) => string,
): Promise<ItemStatistics[]> {
  const rows = await db
    .selectFrom('item_statistics')
    .selectAll()
    .where('version_id', '=', version.id)
    .where('answers', '>', 0)
    .execute()
  if (rows.length === 0) return []
  const counts = await countsOf(db, [version.id])
  const order: AnswerKind[] = ['exam', 'test', 'practice']
  return order.flatMap((kind) => {
    const row = rows.find((one) => one.kind === kind)
    if (!row) return []
    const share = row.share_sum / row.answers
    const discrimination = correlation(row)
    const chosen = new Map(
      (counts.get(countsKey(version.id, kind, 'option')) ?? []).map(({ value, answers }) => [value, answers]),
    )
    const { rubric } = version
    const options = numberedOptions(version.body).map(({ number, part, index, label, html, isRight }) => ({
      part,
      label,
      text: plain(html).slice(0, 80),
      right: isRight(rubric.type === 'material' ? rubric.parts[index]! : rubric),
      share: (chosen.get(number) ?? 0) / row.answers,
    }))
    return [
      {
        kind,
        answers: row.answers,
        share,
        interval: shareInterval(share, row.answers),
        discrimination,
        discriminationInterval: discrimination === null ? null : correlationInterval(discrimination, row.rest_answers),
        medianSeconds: medianSeconds(counts.get(countsKey(version.id, kind, 'seconds')) ?? []),
        options,
      },
    ]
  })
}

/** Parameters of a question version from the last calibration. */
export async function parametersOf(db: Db, versionId: number): Promise<ItemParameters | null> {
  const row = await db
    .selectFrom('item_parameters')
    .select(['difficulty', 'difficulty_error as difficultyError', 'discrimination'])
    .select(['discrimination_error as discriminationError', 'answers', 'infit', 'outfit', 'calibrated_at as at'])
    .where('version_id', '=', versionId)
    .executeTakeFirst()
  return row ?? null
}

/** Minimum share of the answers for a wrong option to be named to students. */
const trapShare = 0.1

/**
 * Statistics of a version that students may see after answering: the share of right first answers and the most chosen
 * wrong option. Omits versions with fewer than `studentStatisticsFrom` answers.
 */
export async function siteAnswersOf(db: Db, versions: Version[]): Promise<SiteAnswersOf> {
  const ids = [...new Set(versions.map(({ id }) => id))]
  if (ids.length === 0) return () => undefined
  const rows = await selectSiteAnswers(db, ids)
  const known = new Map(rows.map((row) => [row.id, row]))
  return (version, view) => {
    const found = known.get(version.id)
    if (!found) return undefined
    const { answers, rights, chosen } = found
    return { answers, right: rights / answers, trap: trapOf(version, answers, chosen ?? {}, view) }
  }
}

const selectSiteAnswers = preparedSql(
  (ids: number[]) => sql<{ id: number; answers: number; rights: number; chosen: Record<string, number> | null }>`
    select s.version_id as id, s.answers, s.rights, (
      select json_object_agg(c.value, c.answers) from (
        select value, sum(answers) as answers from item_counts
        where version_id = s.version_id and counter = 'option' group by value) c) as chosen
    from (
      select version_id, sum(answers)::int as answers, sum(rights)::int as rights from item_statistics
      where version_id = any(${ids}::bigint[]) group by version_id having sum(answers) >= ${studentStatisticsFrom}) s`,
)

/**
 * Only 单选, 多选 and 不定项 have a most common wrong option: 判断 has only one wrong option, and question parts have
 * results of their own.
 */
function trapOf(version: Version, answers: number, chosen: Record<string, number>, { ids }: View): SiteAnswers['trap'] {
  const { body, rubric } = version
  if (!('options' in body) || rubric.type === 'material') return null
  if (body.type !== 'single' && body.type !== 'multiple' && body.type !== 'indefinite') return null
  const wrong = numberedOptions(body)
    .filter(({ isRight }) => !isRight(rubric))
    .map(({ number, option }) => ({ option, count: chosen[number] ?? 0 }))
    .sort((a, b) => b.count - a.count)[0]
  if (!wrong || wrong.count < trapShare * answers) return null
  return { option: ids.id(version.id, `o${wrong.option}`), share: wrong.count / answers }
}

/** Minimum number of first answers for a measured share of the points. */
export const enoughAnswers = 20

/**
 * SQL: row `known` of a version, summed over all kinds: answers, share of the points, and the sums of its correlation.
 */
export const knownStatistics = (versionId: RawBuilder<unknown>) => sql`lateral (
  select coalesce(sum(answers), 0)::int as answers, sum(share_sum) / nullif(sum(answers), 0) as share,
    case when sum(rest_answers) >= ${enoughAnswers} then json_build_object('rest_answers', sum(rest_answers),
      'rest_sum', sum(rest_sum), 'rest_squares', sum(rest_squares), 'rest_share_sum', sum(rest_share_sum),
      'rest_share_squares', sum(rest_share_squares), 'rest_products', sum(rest_products)) end as sums
  from item_statistics i where i.version_id = ${versionId})`

/** Discrimination from the column `sums` of `knownStatistics`. */
export const discriminationOf = (sums: CorrelationSums | null): number | null =>
  sums === null ? null : correlation(sums)
