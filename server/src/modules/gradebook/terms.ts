import { formatDate, parseDate } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Db } from '../../db/connection'

interface GradeTerm {
  id: number
  uid: string
  name: string
  /** Days in Asia/Shanghai. */
  startsOn: string
  endsOn: string
}

/** Days are compared as text, which orders them. */
function contains({ startsOn, endsOn }: GradeTerm, day: string): boolean {
  return startsOn <= day && day <= endsOn
}

/**
 * Returns the term of a time: the one that contains its day, otherwise the last one before, so that work due in the
 * holidays belongs to a term. `terms` are sorted by their beginnings.
 */
function termAt(terms: readonly GradeTerm[], at: number): GradeTerm | null {
  const day = formatDate(at)
  return terms.findLast((term) => contains(term, day)) ?? terms.findLast(({ startsOn }) => startsOn <= day) ?? null
}

export interface ShownTerms {
  /** Terms that have begun, latest first. */
  terms: GradeTerm[]
  /** Null: all terms of the class. */
  term: GradeTerm | null
  /** Whether an item with this due date is shown. */
  includes(dueAt: number): boolean
  /** Items that are due earlier are not shown. */
  from: number
}

/**
 * Chooses the term of a gradebook. A teaching class belongs to one term, so that all of its work is shown; a home class
 * lasts for years and shows the current term unless another one, or `all`, is chosen.
 */
export async function shownTerms(
  db: Db,
  classId: number,
  chosen: string | undefined,
  now: number,
): Promise<ShownTerms> {
  const { rows } = await sql<GradeTerm>`
    select t.id, t.uid, t.name, t.starts_on::text as "startsOn", t.ends_on::text as "endsOn"
    from classes c join terms t on t.school_id = c.school_id
    where c.id = ${classId} and c.kind = 'home' and t.starts_on <= ${formatDate(now)}::date
    order by t.starts_on, t.id`.execute(db)
  const term =
    chosen === 'all'
      ? null
      : chosen === undefined
        ? termAt(rows, now)
        : (rows.find(({ uid }) => uid === chosen) ?? fail('term-not-found'))
  return {
    terms: rows.toReversed(),
    term,
    includes: (dueAt) => term === null || termAt(rows, dueAt) === term,
    from: term === null ? 0 : parseDate(term.startsOn),
  }
}
