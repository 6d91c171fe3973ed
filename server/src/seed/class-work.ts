import { sql } from 'kysely'
import { stableId } from '../base/stable-ids'
import type { Db } from '../db/connection'
import { inTransaction } from '../db/transaction'
import { askTeachers } from '../modules/community/lead-discussions'
import { openWork } from '../modules/work/public'

const hour = 3600

/**
 * Requests of sample students to join a class: one with a number on the roster, one with a number that is not on it.
 */
const joins = [
  { by: '阿澈', class: '计算机 2402 班', no: '20240203', name: '卢拾光', hours: 7 },
  { by: '南风过境', class: '计算机 2402 班', no: '20240199', name: '裴南乔', hours: 2 },
]

/** Questions of students of the sample class to their teacher, about a chapter of the textbook. */
const questions = [
  { by: '陆舒言', chapter: 'queue', text: '循环队列为什么要空出一格？记一个长度，不也能分清空和满吗？', hours: 16 },
  { by: '段星河', chapter: 'bst', text: '二叉搜索树插入有序的数据会变成一条链，考试时要写出怎样避免吗？', hours: 4 },
]
const book = 'data-structures'

/** Seeds work items of teachers; the students are those of the sample exams. Idempotent: existing rows stay unchanged. */
export async function seedClassWork(db: Db, now: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const join of joins) await addJoin(tx, join, now - join.hours * hour)
    for (const [i, question] of questions.entries()) await addQuestion(tx, i, question, now - question.hours * hour)
  })
}

async function addJoin(tx: Db, join: (typeof joins)[number], at: number): Promise<void> {
  const uid = stableId('join', `sample ${join.no}`)
  const { rows } = await sql<{ id: number; userId: number; schoolId: number }>`
    with added as (
      insert into class_joins (uid, class_id, user_id, student_no, name, created_at)
      select ${uid}::uuid, c.id, u.id, ${join.no}, ${join.name}, ${at}::bigint from classes c, users u
      where c.name = ${join.class} and u.uid = ${stableId('user', `reader ${join.by}`)}::uuid and u.closed_at is null
      on conflict do nothing returning id, user_id, class_id)
    select a.id, a.user_id as "userId", c.school_id as "schoolId" from added a join classes c on c.id = a.class_id`.execute(
    tx,
  )
  for (const { id, ...who } of rows)
    await openWork(tx, { kind: 'join', subjectId: id, ...who, title: `${join.class} · ${join.name}` }, at)
}

async function addQuestion(tx: Db, i: number, question: (typeof questions)[number], at: number): Promise<void> {
  const { rows } = await sql<{ id: number; userId: number }>`
    insert into posts (uid, kind, user_id, curriculum_id, chapter_id, text, created_at)
    select ${stableId('post', `class question ${i}`)}::uuid, 'discuss', a.user_id, k.id, ch.id, ${question.text},
      ${at}::bigint
    from student_applications a, curricula k join chapters ch on ch.curriculum_id = k.id
    where a.name = ${question.by} and k.kind = 'textbook' and k.slug = ${book} and ch.slug = ${question.chapter}
    order by a.user_id limit 1
    on conflict do nothing returning id, user_id as "userId"`.execute(tx)
  for (const post of rows) await askTeachers(tx, { ...post, text: question.text }, at)
}
