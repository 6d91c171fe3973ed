import { sql } from 'kysely'
import type { Db } from '../../../server/src/db/connection'
import { inTransaction } from '../../../server/src/db/transaction'
import { createConsoleSession } from '../../../server/src/http/console-session'
import { publishExam } from '../../../server/src/modules/exams/publish'
import { grantRole } from '../../../server/src/modules/staff/grants'
import type { BenchDatabase } from './database'
import { addQuestions, poolExam } from './exam-data'
import { median } from './load'
import { buildSignedRequest } from './open-loop'
import { startTarget } from './target'

const questions = 20
const sizes = { few: 100, many: 5000 }
const runs = 41

type Call = 'exam_results' | 'exam_statistics'

/** Measured calls. The target (ratio below 2) is for `open`: the page sends both calls at once. */
const measured: Record<string, Call[]> = {
  open: ['exam_results', 'exam_statistics'],
  exam_results: ['exam_results'],
  exam_statistics: ['exam_statistics'],
}

/** Compares opening the results of an exam with 5 000 students and of one with 100: first page and summary. */
export async function resultsBench({ db, url }: BenchDatabase): Promise<string[]> {
  const now = Math.floor(Date.now() / 1000)
  await addQuestions(db, now, questions)
  const few = await addResults(db, now, 'few', sizes.few)
  const many = await addResults(db, now, 'many', sizes.many)
  await sql`vacuum analyze`.execute(db)
  const token = await staffToken(db, now)
  const target = await startTarget('product', url)
  const call = async (name: Call, exam: string) => {
    const { url: address, headers } = buildSignedRequest(
      target.base,
      token,
      `GET /staff/v1/${name}` as never,
      `exam=${exam}`,
    )
    // Retries calls that are refused because the machine is busy: the refusals do not depend on the query.
    for (let tries = 0; tries < 20; tries++) {
      const body = await (await fetch(address, { headers })).text()
      if (body.startsWith('{"code":1')) return
      if (!body.includes('"overloaded"')) throw new Error(`${name}: ${body.slice(0, 200)}`)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    throw new Error(`${name}: the server stays overloaded`)
  }
  const time = async (names: Call[], exam: string) => {
    const before = performance.now()
    await Promise.all(names.map((name) => call(name, exam)))
    return performance.now() - before
  }
  try {
    const lines: string[] = []
    for (const [label, names] of Object.entries(measured)) {
      const times: [number[], number[]] = [[], []]
      // Alternates, so that other load of the machine affects both exams.
      for (let run = 0; run < runs; run++)
        for (const [at, exam] of [few, many].entries()) times[at]!.push(await time(names, exam))
      const [small, large] = times.map((list) => median(list.slice(5))) as [number, number]
      const first = times[1][0]!.toFixed(1)
      lines.push(
        `${label.padEnd(16)} ${sizes.few}: ${small.toFixed(1)} ms  ${sizes.many}: ${large.toFixed(1)} ms (first call ${first} ms)  ratio ${(large / small).toFixed(2)}`,
      )
    }
    return lines
  } finally {
    target.stop()
  }
}

/** Adds a school with students who all took an exam that is over. Returns the exam. */
async function addResults(db: Db, now: number, slug: string, students: number): Promise<string> {
  await sql`insert into schools (uid, slug, name, province, city, address, has_roster, position)
    values (gen_random_uuid(), ${slug}, ${slug}, '', '', '', false, 0)`.execute(db)
  await sql`insert into classes (uid, school_id, slug, name, college, year, position)
    select gen_random_uuid(), id, 'c' || n, n || ' 班', '', 2026, n from schools, generate_series(1, 4) n where slug = ${slug}`.execute(
    db,
  )
  await sql`insert into users (nickname, student_status, created_at)
    select ${slug}, 'passed', ${now}::bigint from generate_series(1, ${students}::int)`.execute(db)
  await sql`insert into student_applications (user_id, school_id, school_name, class_id, class_name, student_no, name, submitted_at)
    select u.id, s.id, s.name, c.id, c.name, u.id::text, '某人', ${now}::bigint from users u
      join schools s on s.slug = u.nickname join classes c on c.school_id = s.id and c.position = 1 + u.id % 4
    where u.nickname = ${slug}`.execute(db)
  const exam = await publishExam(
    db,
    {
      ...poolExam(questions, now + 60, now + 7200),
      slug,
      title: slug,
      school: slug,
      classes: ['c1', 'c2', 'c3', 'c4'],
      shuffle: { questions: false, options: false },
    },
    now,
  )
  await sql`insert into exam_attempts (exam_id, user_id, number, seed, state, started_at, deadline_at, submitted_at, epoch, score_state, score, told_at)
    select e.id, u.id, 1, 1, 'submitted', ${now - 9000}::bigint, ${now - 8000}::bigint, ${now - 8400}::bigint, 1, 'scored',
      0, 1 from exams e, users u where e.uid = ${exam}::uuid and u.nickname = ${slug}`.execute(db)
  await sql`insert into question_attempts (user_id, question_id, version_id, source, position, seed, answer, verdict, score, max_score, waiting_score, detail, created_at, exam_attempt_id)
    select a.user_id, p.question_id, p.version_id, 'exam', p.position, decode(md5(a.id::text || p.position), 'hex'), null,
      case when hashint8(a.id * 100 + p.position) % 3 = 0 then 'wrong' else 'right' end,
      case when hashint8(a.id * 100 + p.position) % 3 = 0 then 0 else 250 end, 250, 0, '{"type":"judge"}', ${now}::bigint, a.id
    from exam_attempts a join exams e on e.id = a.exam_id join exam_questions p on p.exam_id = e.id
    where e.uid = ${exam}::uuid`.execute(db)
  await sql`update exam_attempts a set score = s.sum from (
      select exam_attempt_id as id, sum(score) as sum from question_attempts group by 1) s where s.id = a.id`.execute(
    db,
  )
  await sql`update exams set starts_at = ${now - 10_000}, ends_at = ${now - 7000}, closes_at = ${now - 7000}, finished_at = ${now - 6000}
    where uid = ${exam}::uuid`.execute(db)
  return exam
}

async function staffToken(db: Db, now: number): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({ nickname: '站长', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const given = {
    userId: id,
    role: 'owner' as const,
    scopeKind: 'site' as const,
    scopeId: null,
    endsAt: null,
    by: null,
  }
  await inTransaction(db, (tx) => grantRole(tx, given, now))
  return createConsoleSession(db, { userId: id, factor: true, address: '127.0.0.1', agent: 'bench' }, now)
}
