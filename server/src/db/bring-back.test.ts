import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app'
import { runOps } from '../testing/ops'

let live: TestApp
let restored: TestApp
const uid = '0f8b2b52-1d5e-4c0a-9a55-2f7f3b5f0a01'

beforeAll(async () => {
  live = await startTestApp()
  restored = await startTestApp()
  // The restored database has the class and the live database has lost it; both have the school.
  for (const { db } of [live, restored])
    await sql`
      insert into schools (uid, slug, name, province, city, address, has_roster, position)
      values (gen_random_uuid(), 's', '示例大学', '', '', '', true, 0)`.execute(db)
  await sql`
    insert into classes (uid, school_id, slug, name, college, year, position)
    select ${uid}, id, 'c', '一班', '', 2026, 0 from schools`.execute(restored.db)
  await sql`
    insert into rosters (school_id, class_id, student_no, name)
    select school_id, id, n::text, '学生' || n from classes, generate_series(1, 3) n`.execute(restored.db)
})
afterAll(async () => {
  await live.close()
  await restored.close()
})

const students = async () => {
  const { rows } = await sql<{ student_no: string }>`
    select r.student_no from rosters r join classes c on c.id = r.class_id where c.uid = ${uid} order by 1`.execute(
    live.db,
  )
  return rows.map((row) => row.student_no)
}

it('a deleted class is copied back with the rows that refer to it, and a second run changes nothing', async () => {
  expect(await students()).toEqual([])
  const [output] = await runOps(live, 'classes', 'bring-back', uid, restored.url)
  expect(output).toContain('一班')
  expect(await students()).toEqual(['1', '2', '3'])
  expect(await runOps(live, 'classes', 'bring-back', uid, restored.url)).toEqual(['没有缺少的内容：一班'])
})

it('a class that the restored database does not have is an error', async () => {
  const unknown = uid.replace(/.$/, '9')
  await expect(runOps(live, 'classes', 'bring-back', unknown, restored.url)).rejects.toThrow('更早的时刻')
})
