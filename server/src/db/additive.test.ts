import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serverRoot } from '../base/paths'
import { createBlankDatabase, type TestDatabase } from '../testing/database'
import { applyMigration, knownMigrations } from './migrate'

/** Migrations that break servers of the previous version, with the reason why that is acceptable. */
const named: Record<string, string> = {
  '0018_ai_sources changes rows: update ai_turns':
    'an old server shows such an answer without how its sources begin; no version was out before it',
  "0019_uploads_end asks more of uploads: CHECK ((state = ANY (ARRAY['pending'::text, 'received'::text, 'stored'::text, 'refused'::text, 'ended'::text])))":
    'it allows one state more',
  "0027_number_questions asks more of questions: CHECK ((type = ANY (ARRAY['single'::text, 'multiple'::text, 'indefinite'::text, 'judge'::text, 'blank'::text, 'short'::text, 'material'::text, 'order'::text, 'match'::text, 'code'::text, 'number'::text])))":
    'it allows one type more',
  "0029_work asks more of refunds: CREATE UNIQUE INDEX refunds_one_whole ON public.refunds USING btree (payment_id) WHERE ((state <> 'declined'::text) AND (NOT part))":
    'it allows more than the index it replaces',
  "0040_work_kinds asks more of work_items: CHECK ((kind = ANY (ARRAY['student'::text, 'refund'::text, 'invoice'::text, 'support'::text, 'feedback'::text, 'report'::text, 'appeal'::text])))":
    'it allows one kind more',
  '0040_work_kinds changes rows: update work_items': 'it is the text of a trigger for rows that only a new server adds',
  '0044_content_version changes rows: update curricula':
    'it is the text of a trigger that counts in a column which the migration itself adds',
  '0045_grading_corrections changes rows: update exam_grading':
    'an old server then groups fewer answers for joint scoring, never different ones',
  "0060_ai_model asks more of ai_turns: CHECK ((mode = ANY (ARRAY['ask'::text, 'hint'::text, 'guide'::text, 'explain'::text, 'practice'::text, 'why'::text, 'smaller'::text])))":
    'it allows three modes more',
  "0070_classes asks more of work_items: CHECK ((kind = ANY (ARRAY['student'::text, 'refund'::text, 'invoice'::text, 'support'::text, 'feedback'::text, 'report'::text, 'appeal'::text, 'join'::text, 'question'::text])))":
    'it allows two kinds more',
  '0070_classes changes rows: update work_items': 'it is the text of a trigger for rows that only a new server adds',
  "0071_assignments asks more of uploads: CHECK ((purpose = ANY (ARRAY['avatar'::text, 'image'::text, 'student-card'::text, 'feedback'::text, 'cs'::text, 'homework'::text])))":
    'it allows one purpose more',
  '0073_teacher_discussions changes rows: update work_items':
    'it is the text of a trigger for rows that only a new server adds',
  "0074_campus asks more of tickets: CHECK ((purpose = ANY (ARRAY['change'::text, 'find'::text, 'cancel'::text, 'merge-wechat'::text, 'campus'::text, 'merge-campus'::text])))":
    'it allows two purposes more',
  "0125_adaptive_practice asks more of practices: CHECK ((mode = ANY (ARRAY['chapter'::text, 'type'::text, 'random'::text, 'wrong'::text, 'due'::text, 'favourite'::text, 'adaptive'::text, 'diagnosis'::text])))":
    'it allows two modes more',
  '0141_lti_identities changes rows: update campus_identities':
    'a launch at an old server does not find the account: it asks the user to log in, or starts another one without a number',
  '0021_grading_order changes rows: update jobs':
    'it fills columns that the migration itself adds; a server that does not know them ignores them',
}

let database: TestDatabase
beforeEach(async () => {
  database = await createBlankDatabase()
})
afterEach(() => database.drop())

/** Reads the columns and constraints of all tables by name. */
async function shape(): Promise<{ tables: Set<string>; columns: Map<string, string>; rules: Map<string, string[]> }> {
  const { rows: columns } = await sql<{ table: string; name: string; type: string; free: boolean }>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull or a.atthasdef or a.attidentity <> '' as free
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`.execute(
    database.db,
  )
  const { rows: rules } = await sql<{ table: string; rule: string; columns: string[] }>`
    select r.relid::regclass::text as table, r.rule,
      array(select attname::text from pg_attribute where attrelid = r.relid and attnum = any(r.keys)) as columns
    from (select conrelid as relid, pg_get_constraintdef(oid) as rule, conkey as keys from pg_constraint
        where connamespace = 'public'::regnamespace and conrelid <> 0
      union all select indrelid, pg_get_indexdef(indexrelid), indkey::int2[] from pg_index join pg_class c on c.oid = indexrelid
        where c.relnamespace = 'public'::regnamespace and indisunique) r`.execute(database.db)
  return {
    tables: new Set(columns.map(({ table }) => table)),
    columns: new Map(
      columns.map(({ table, name, type, free }) => [`${table}.${name}`, `${type}${free ? '' : ' needed'}`]),
    ),
    rules: new Map(
      rules.map(({ table, rule, columns }) => [`${table}: ${rule}`, columns.map((name) => `${table}.${name}`)]),
    ),
  }
}

type Shape = Awaited<ReturnType<typeof shape>>

/** Returns the schema changes that would break a server of the previous version. */
function taken(before: Shape, after: Shape): string[] {
  const removedColumns = [...before.columns.keys()]
    .filter((name) => !after.columns.has(name))
    .map((name) => `removes ${name}`)
  const changed = [...before.columns].flatMap(([name, type]) => {
    const now = after.columns.get(name)
    return now === undefined || now === type || now === type.replace(' needed', '') ? [] : `makes ${name} ${now}`
  })
  const needed = [...after.columns].flatMap(([name, type]) =>
    !before.columns.has(name) && before.tables.has(name.split('.')[0]!) && type.endsWith(' needed')
      ? `needs ${name}, which an old server does not write`
      : [],
  )
  // Only constraints on existing columns count: a constraint on a new column is met by the column's default.
  const stricter = [...after.rules].flatMap(([rule, columns]) =>
    before.tables.has(rule.split(': ')[0]!) &&
    columns.every((name) => before.columns.has(name)) &&
    !before.rules.has(rule)
      ? `asks more of ${rule}`
      : [],
  )
  return [...removedColumns, ...changed, ...needed, ...stricter]
}

test('migrations only add: servers of the previous version keep working beside migrated ones', async () => {
  const found: string[] = []
  let before = await shape()
  for (const name of await knownMigrations()) {
    await applyMigration(database.db, name)
    const after = await shape()
    const text = await readFile(join(serverRoot, 'src/db/migrations', `${name}.sql`), 'utf8')
    const rewritten = [...text.matchAll(/^\s*(update|delete from|truncate) (\w+)/gim)].filter(([, , table]) =>
      before.tables.has(table!),
    )
    found.push(
      ...taken(before, after).map((what) => `${name} ${what}`),
      ...rewritten.map(([, verb, table]) => `${name} changes rows: ${verb} ${table}`),
    )
    before = after
  }
  expect(found.sort()).toEqual(Object.keys(named).sort())
})

test('detects schema changes that break servers of the previous version', async () => {
  await sql`create table kept (a int, b int not null, c text not null default '', d text)`.execute(database.db)
  const before = await shape()
  await sql`alter table kept drop column a, alter d type varchar(5), alter b drop not null, add e int not null, add f int,
    add g int not null default 0, add unique (b)`.execute(database.db)
  expect(taken(before, await shape()).sort()).toEqual([
    'asks more of kept: CREATE UNIQUE INDEX kept_b_key ON public.kept USING btree (b)',
    'asks more of kept: UNIQUE (b)',
    'makes kept.d character varying(5)',
    'needs kept.e, which an old server does not write',
    'removes kept.a',
  ])
})
