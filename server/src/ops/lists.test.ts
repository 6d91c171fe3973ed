import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app'
import { runOps } from '../testing/ops'
import { allCommands } from './ops'

const count = 110

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
  await fill()
})
afterAll(() => server.close())

/** Inserts rows for every list, several of them with the same time. */
async function fill(): Promise<void> {
  const { db } = server
  const { rows } = await sql<{ id: number }>`
    insert into users (nickname, mobile, student_status, created_at)
    select '用户' || n, (13900000000 + n)::text, 'pending', 0 from generate_series(1, ${count}) n returning id`.execute(
    db,
  )
  const users = sql`unnest(${rows.map(({ id }) => id)}::bigint[]) with ordinality as u(id, n)`
  const { rows: items } = await sql<{ id: number }>`
    insert into curricula (kind, slug, title, created_at, published_at) values ('course', 'a', '课程', 0, 0)
    returning id`.execute(db)
  const curriculum = items[0]!.id
  await sql`
    insert into orders (no, user_id, curriculum_id, title, price_cents, discount_percent, pay_cents, created_at, expires_at)
    select (20270115000000000000 + n)::text, id, ${curriculum}, '课程', 100, 100, 100, n / 9, n from ${users}`.execute(
    db,
  )
  await sql`
    insert into student_applications (user_id, university_code, school_name, class_name, student_no, name, submitted_at)
    select id, '1', '大学', '班', n::text, '某人', n / 9 from ${users}`.execute(db)
  await sql`
    insert into opinions (user_id, kind, text, contact, created_at) select id, 'idea', '建议', '', n / 9 from ${users}`.execute(
    db,
  )
  await sql`
    insert into cs_messages (user_id, sender, text, created_at) select id, 'user', '你好', n / 9 from ${users}`.execute(
    db,
  )
  await sql`
    with p as (insert into posts (kind, user_id, curriculum_id, text, stars, created_at)
      select 'comment', id, ${curriculum}, '好', 5, n / 9 from ${users} returning id, user_id, created_at)
    insert into reports (post_id, user_id, reason, text, created_at)
    select id, user_id, '广告', '好', created_at from p`.execute(db)
  await sql`
    insert into staff_grants (user_id, role, scope_kind, created_at, renewed_at)
    select id, 'support', 'site', 0, 0 from ${users}`.execute(db)
  await sql`
    insert into coupon_batches (title, expires_at, created_at)
    select '礼包' || n, 1, 0 from generate_series(1, ${count}) n`.execute(db)
}

/** Returns the first line of each row; further lines of a row are indented. */
const firstLines = (lines: string[]) =>
  lines.flatMap((line) => line.split('\n')).filter((line) => line !== '' && !/^(\s|还有更多)/.test(line))

const paged = ['orders', 'coupons', 'students', 'cs', 'feedback', 'reports', 'staff']

describe('lists of `npm run ops`', () => {
  it.each(paged)('the pages of %s list together show every row once', async (area) => {
    const all: string[] = []
    let after: string[] = []
    for (let page = 1; page <= 3; page++) {
      const lines = await runOps(server, area, 'list', ...after)
      all.push(...firstLines(lines))
      const more = /--after (\S+) 接着列/.exec(lines.at(-1)!)?.[1]
      expect(more === undefined, `page ${page}`).toBe(page === 3)
      if (more) after = ['--after', more]
    }
    expect(all).toHaveLength(count)
    expect(new Set(all).size).toBe(count)
  })

  it.each([...paged, 'exams'])('%s list rejects --after with an unknown row', async (area) => {
    await expect(runOps(server, area, 'list', '--after', 'unknown')).rejects.toThrow('列表里没有 unknown，请从头列起。')
  })

  it('reports list rejects --after with a post whose report was decided since the previous page', async () => {
    const [first = ''] = await runOps(server, 'reports', 'list')
    const uid = first.slice(0, 36)
    await runOps(server, 'reports', 'keep', uid)
    await expect(runOps(server, 'reports', 'list', '--after', uid)).rejects.toThrow('请从头列起')
  })

  it('the tests above cover all lists except exams, switches and words', async () => {
    const areas = await allCommands()
    const lists = Object.keys(areas).filter((area) => areas[area]!.list)
    expect(lists.filter((area) => !paged.includes(area)).sort()).toEqual(['exams', 'switches', 'words'])
  })
})
