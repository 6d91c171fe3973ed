import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { sql } from 'kysely'
import type { Db } from '../../../server/src/db/connection'
import { inTransaction } from '../../../server/src/db/transaction'
import { createConsoleSession } from '../../../server/src/http/console-session'
import { readRosterFile } from '../../../server/src/importer/roster-files/read-roster'
import { classJobs } from '../../../server/src/modules/classes/jobs'
import { stageRoster } from '../../../server/src/modules/classes/public'
import { grantRole } from '../../../server/src/modules/staff/grants'
import type { BenchDatabase } from './database'
import { median } from './load'
import { buildSignedRequest } from './open-loop'
import { startTarget } from './target'

const students = 20_000
const perClass = 40
const map = { students: 120, chapters: 60, sections: 5 }
const runs = 31

/** Imports a roster of 20 000 students twice and reads a heat map of 120 students and 60 chapters. */
export async function classesBench({ db, url }: BenchDatabase): Promise<string[]> {
  const now = Math.floor(Date.now() / 1000)
  const { rows } = await sql<{ id: number }>`
    insert into schools (uid, slug, name, province, city, address, has_roster, position)
    values (gen_random_uuid(), 'bench', '测量大学', '', '', '', true, 0) returning id`.execute(db)
  const school = rows[0]!.id
  const user = await db
    .insertInto('users')
    .values({ nickname: '站长', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lines = await rosterTimes(db, school, user.id, now)
  return [...lines, ...(await heatmapTimes({ db, url }, school, user.id, now))]
}

const rowsOf = (shift: number) => [
  ['学号', '姓名', '班级'],
  ...Array.from({ length: students }, (_, at) => [
    String(2_026_000_000 + at),
    `学生${at}`,
    `${1 + ((Math.floor(at / perClass) + shift) % (students / perClass))} 班`,
  ]),
]

async function rosterTimes(db: Db, school: number, user: number, now: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dxx-bench-roster-'))
  try {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet(rowsOf(1)), '名册')
    const files: [string, Buffer][] = [
      [
        'new.csv',
        Buffer.from(
          rowsOf(0)
            .map((row) => row.join(','))
            .join('\r\n'),
        ),
      ],
      // Every student changes the class.
      ['moved.xlsx', write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer],
    ]
    const lines: string[] = []
    for (const [name, body] of files) {
      const path = join(folder, name)
      writeFileSync(path, body)
      const { id } = await db
        .insertInto('roster_imports')
        .values({ school_id: school, created_by: user, file_name: name, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      const start = performance.now()
      const file = await readRosterFile(path, name, { folder, school: 'bench' })
      const read = performance.now()
      await inTransaction(db, (tx) => stageRoster(tx, id, file, now))
      const staged = performance.now()
      await db.updateTable('roster_imports').set({ state: 'applying' }).where('id', '=', id).execute()
      await classJobs.apply_roster({ db, clock: { now: () => now } } as never, { roster: id })
      const end = performance.now()
      const { counts } = await db
        .selectFrom('roster_imports')
        .select('counts')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(2)
      lines.push(
        `roster ${name.padEnd(11)} ${students} students: ${seconds(start, end)} s (read ${seconds(start, read)}, compare ${seconds(read, staged)}, apply ${seconds(staged, end)}); new ${counts.new}, moved ${counts.moved}`,
      )
    }
    return lines
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Adds a class with progress in every section, then measures the heat map call. */
async function heatmapTimes({ db, url }: BenchDatabase, school: number, user: number, now: number): Promise<string[]> {
  const { rows } = await sql<{ class: string; curriculum: string }>`
    with class as (
      insert into classes (uid, school_id, slug, name, college, year, position)
      values (gen_random_uuid(), ${school}, 'heat', '热图班', '', 2026, 9999) returning id, uid),
    people as (
      insert into users (nickname, student_status, created_at)
      select '学生', 'passed', ${now}::bigint from generate_series(1, ${map.students}::int) returning id),
    verified as (
      insert into student_applications (user_id, school_id, school_name, class_id, class_name, student_no, name, submitted_at)
      select p.id, ${school}, '', c.id, '', 'h' || p.id, '学生', ${now}::bigint from people p, class c),
    book as (
      insert into curricula (kind, slug, title, price_cents, discount_percent, published, published_at, created_at)
      values ('textbook', 'heat', '热图', 0, 100, true, 1, 1) returning id, uid),
    parts as (
      insert into chapters (uid, curriculum_id, position, slug, title, kind, free, html, plain, word_count, minutes,
        duration_seconds, content_hash, updated_at)
      select gen_random_uuid(), b.id, n * 100, 'p' || n, '第 ' || n || ' 章', 'part', true, '', '', 0, 0, 0, '', 1
      from book b, generate_series(1, ${map.chapters}::int) n returning id, curriculum_id, position),
    sections as (
      insert into chapters (uid, curriculum_id, parent_id, position, slug, title, kind, free, html, plain, word_count,
        minutes, duration_seconds, content_hash, updated_at)
      select gen_random_uuid(), p.curriculum_id, p.id, p.position + n, 's' || p.position + n, '节', 'text', true, '', '',
        0, 0, 0, '', 1
      from parts p, generate_series(1, ${map.sections}::int) n returning id, curriculum_id),
    done as (
      insert into progress (user_id, chapter_id, curriculum_id, percent, updated_at)
      select p.id, s.id, s.curriculum_id, (p.id * 7 + s.id * 13) % 101, ${now}::bigint from people p, sections s)
    select class.uid as class, book.uid as curriculum from class, book`.execute(db)
  const given = { userId: user, role: 'owner' as const, scopeKind: 'site' as const, scopeId: null }
  await inTransaction(db, (tx) => grantRole(tx, { ...given, endsAt: null, by: null }, now))
  const session = { userId: user, factor: true, address: '127.0.0.1', agent: 'bench' }
  const token = await createConsoleSession(db, session, now)
  await sql`vacuum analyze`.execute(db)
  const target = await startTarget('product', url)
  try {
    const times: number[] = []
    for (let run = 0; run < runs; run++) {
      const query = `id=${rows[0]!.class}&curriculum=${rows[0]!.curriculum}`
      const name = 'GET /staff/v1/class_heatmap' as never
      const { url: address, headers } = buildSignedRequest(target.base, token, name, query)
      const start = performance.now()
      const body = await (await fetch(address, { headers })).text()
      times.push(performance.now() - start)
      if (!body.startsWith('{"code":1')) throw new Error(body.slice(0, 200))
    }
    const size = `${map.students} x ${map.chapters}`
    return [`heat map ${size}: median ${median(times.slice(5)).toFixed(1)} ms, first call ${times[0]!.toFixed(1)} ms`]
  } finally {
    target.stop()
  }
}
