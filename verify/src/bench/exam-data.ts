import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../server/src/db/connection'
import { publishExam } from '../../../server/src/modules/exams/publish'

/** Adds students with sessions. The device column stores the token, so that the benchmark can read it back. */
export async function addStudents(db: Db, now: number, students: number): Promise<string[]> {
  await sql`insert into schools (uid, slug, name, province, city, address, has_roster, position)
    values (gen_random_uuid(), 'bench', '压测大学', '', '', '', false, 0)`.execute(db)
  await sql`insert into classes (uid, school_id, slug, name, college, year, position)
    select gen_random_uuid(), id, 'all', '全体', '', 2026, 0 from schools where slug = 'bench'`.execute(db)
  await sql`insert into users (nickname, mobile, student_status, created_at)
    select '压测同学', (13100000000 + n)::text, 'passed', ${now}::bigint from generate_series(1, ${students}::int) n`.execute(
    db,
  )
  await sql`insert into student_applications (user_id, school_id, school_name, class_id, class_name, student_no, name, submitted_at)
    select u.id, s.id, s.name, c.id, c.name, u.id::text, '某人', ${now}::bigint from users u, schools s, classes c
    where u.nickname = '压测同学' and u.mobile is not null and s.slug = 'bench' and c.school_id = s.id`.execute(db)
  const tokens = Array.from({ length: students }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
  await sql`insert into sessions (user_id, token_hash, device, platform, ip, created_at, last_seen_at, expires_at)
    select u.id, decode(t.hash, 'hex'), t.token, 'H5', '', ${now}::bigint, ${now}::bigint, ${now + 86_400}::bigint
    from unnest(${hashes}::text[], ${tokens}::text[]) with ordinality as t(hash, token, n)
    join (select id, row_number() over (order by id) as n from users where nickname = '压测同学' and mobile is not null) u on u.n = t.n`.execute(
    db,
  )
  return tokens
}

/** Publishes an exam with questions of realistic length; the first is 判断, which the saves answer. */
export async function addExam(db: Db, now: number, questions: number): Promise<string> {
  await addQuestions(db, now, questions)
  const plan = poolExam(questions, now - 60, now + 7200)
  return publishExam(db, { ...plan, slug: 'bench', title: '压测考试', school: 'bench', classes: ['all'] }, now)
}

/** Plan of an exam over all questions of the bank `pool`. */
export const poolExam = (questions: number, startsAt: number, endsAt: number) => ({
  notice: '',
  startsAt,
  endsAt,
  duration: 3600,
  attempts: 1,
  pass: questions,
  analysis: 'ended' as const,
  rank: true,
  shuffle: { questions: true, options: true },
  questions: [{ from: { kind: 'bank' as const, slug: 'pool' } }],
})

/** Adds the questions to the bank `pool`. */
export async function addQuestions(db: Db, now: number, questions: number): Promise<void> {
  await sql`insert into curricula (kind, slug, title, published, created_at) values ('bank', 'pool', '考题', false, ${now}::bigint)`.execute(
    db,
  )
  for (let i = 0; i < questions; i++) {
    const stem = `<p>第 ${i + 1} 题。${'关于这种结构，下面的说法哪一个是对的？请先想清楚它的定义，再看选项。'.repeat(3)}</p>`
    const html = (n: number) => `<p>选项 ${n}：在平均情形下需要的时间与元素个数成正比，但在最坏情形下不是。</p>`
    const judge = i === 0
    const body = judge
      ? { type: 'judge', stem, score: 250 }
      : { type: 'single', stem, score: 250, options: [1, 2, 3, 4].map((n) => ({ html: html(n), fixed: false })) }
    const rubric = judge
      ? { type: 'judge', score: 250, analysis: '', value: true }
      : { type: 'single', score: 250, analysis: '', right: [i % 4] }
    await sql`
      with version as (
        insert into question_versions (question_uid, hash, source, body, rubric, created_at)
        values (gen_random_uuid(), ${randomBytes(32)}, '{}', ${JSON.stringify(body)}::jsonb, ${JSON.stringify(rubric)}::jsonb, ${now}::bigint)
        returning id, question_uid)
      insert into questions (uid, curriculum_id, slug, origin, type, score, difficulty, tags, free, position, version_id)
      select v.question_uid, c.id, ${`q-${i}`}, 'bench', ${body.type}, 250, 2, '{}', false, ${i}::int, v.id
      from version v, curricula c where c.slug = 'pool'`.execute(db)
  }
}
