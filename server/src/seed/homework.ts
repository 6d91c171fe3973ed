import { sql } from 'kysely'
import { stableId } from '../base/stable-ids'
import type { Db } from '../db/connection'
import { inTransaction } from '../db/transaction'

const book = 'data-structures'
const className = '计算机 2401 班'
const day = 86_400

interface Homework {
  slug: string
  title: string
  note: string
  /** Days from now. */
  starts: number
  due: number
}

const reading: Homework = {
  slug: 'reading',
  title: '第一章 阅读与测验',
  note: '先读完，再做章末测验；不懂的地方在讨论里问。',
  starts: -3,
  due: 4,
}
const report: Homework = {
  slug: 'report',
  title: '实验一 报告',
  note: '按模板写，附上运行结果的截图。',
  starts: -1,
  due: 6,
}

/** Adds homework of the sample class: reading with a test, and a report to hand in. Does nothing the second time. */
export async function seedHomework(db: Db, now: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const read = await addHomework(tx, reading, now)
    if (read !== null)
      // The first chapter with a test: its reading, then the test.
      await sql`
        insert into assignment_items (assignment_id, position, kind, title, curriculum_id, chapter_id, min_percent, points)
        select ${read}, n, case n when 0 then 'chapter' else 'test' end, case n when 0 then c.title else c.title || ' 测验' end,
          c.curriculum_id, c.id, case n when 0 then 0 else 60 end, 50
        from generate_series(0, 1) n, (
          select c.id, c.title, c.curriculum_id from chapters c join curricula k on k.id = c.curriculum_id
          where k.slug = ${book} and k.kind = 'textbook' and c.test_slug is not null and c.removed_at is null
          order by c.position limit 1) c`.execute(tx)
    const written = await addHomework(tx, report, now)
    if (written !== null)
      await tx
        .insertInto('assignment_items')
        .values({ assignment_id: written, position: 0, kind: 'handin', title: '实验报告（PDF 或 Word）', points: 100 })
        .execute()
  })
}

/** Returns the id of the new assignment; null if it exists, or the sample class or teacher is missing. */
async function addHomework(tx: Db, { slug, title, note, starts, due }: Homework, now: number): Promise<number | null> {
  const { rows } = await sql<{ id: number; class_id: number }>`
    with added as (
      insert into assignments (uid, school_id, title, note, starts_at, due_at, late, created_by, created_at, updated_at,
        announced_at)
      select ${stableId('assignment', slug)}::uuid, c.school_id, ${title}, ${note}, ${now + starts * day}::bigint,
        ${now + due * day}::bigint, 'accept', u.id, ${now + starts * day}::bigint, ${now + starts * day}::bigint,
        ${now + starts * day}::bigint
      from classes c, users u where c.name = ${className} and u.uid = ${stableId('user', 'teacher')}::uuid limit 1
      on conflict do nothing returning id, school_id)
    insert into assignment_classes (assignment_id, class_id)
    select a.id, c.id from added a join classes c on c.school_id = a.school_id and c.name = ${className}
    returning assignment_id as id, class_id`.execute(tx)
  return rows[0]?.id ?? null
}
