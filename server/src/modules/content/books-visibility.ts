import { appDefaults } from '@dxx/contract/rules/constants'
import { sql } from 'kysely'

/** The row of `settings` that holds the review switches. */
export const switchesKey = 'gvss'

/** True while e-books and textbooks are shown. Uncorrelated subquery, so PostgreSQL evaluates it once per statement. */
export const showsBooks = sql<boolean>`coalesce(
  (select (g.value ->> 'showBook')::boolean from settings g where g.key = ${sql.lit(switchesKey)}), ${sql.lit(appDefaults.showBook)})`

/** Whether a banner or category is shown: not if its `link` leads to e-books or textbooks while those are hidden. */
export const linkIsShown = sql<boolean>`(
  link !~ '^/?pages/(books|digital-textbooks|index/(books|textbooks))\\M' or ${showsBooks})`
