import { sql } from 'kysely'

/**
 * Share of the curriculum `c` of a query that a user has studied, in whole percent: every chapter has the same weight.
 * Used for details, lists, the home page and refunds.
 */
export const totalPercent = (userId: number) => sql<number>`(
  select least(100, coalesce(sum(tp.percent), 0) / greatest(c.chapter_count, 1))::int
  from progress tp join chapters tc on tc.id = tp.chapter_id
  where tp.user_id = ${userId} and tp.curriculum_id = c.id and tc.removed_at is null and tc.kind in ('text', 'video'))`
