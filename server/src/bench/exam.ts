import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { signedText } from '@dxx/contract/signature'
import { sql } from 'kysely'
import type { Db } from '../db/connection'
import { publishExam } from '../modules/exams/publish'
import { prepareSoon } from '../modules/exams/remind'
import { closeDue, scoreAll } from '../modules/exams/score'
import type { BenchDatabase } from './database'
import { fire, type OpenFigures, type Shot } from './open-loop'
import { startTarget } from './target'

const students = 10_000
const questions = 40
const [gentle, hard, saving] = [
  { rate: 300, seconds: 10 },
  { rate: 1000, seconds: 5 },
  { rate: 300, seconds: 15 },
]

/**
 * A school begins an exam at the same minute: starts at 300/s and at 1,000/s, saves at 300/s, then everybody's time is
 * over at once. Open loop; server, PostgreSQL and the sender share the machine, so the sender's CPU is named.
 */
export async function examBench({ db, url }: BenchDatabase): Promise<string[]> {
  const now = Math.floor(Date.now() / 1000)
  const tokens = await addStudents(db, now)
  const exam = await addExam(db, now)
  await prepareSoon(db, now)
  const target = await startTarget('product', url)
  const lines: string[] = []
  try {
    const starts = tokens.map((token) =>
      signed(target.base, token, 'GET', '/v1/exam_start', `id=${exam}&device=${randomUUID()}`),
    )
    const attempts: { token: string; attempt: string; question: string }[] = []
    const keep = (answer: Buffer) => {
      const plain = answer[0] === 0x1f ? gunzipSync(answer) : answer
      return plain.subarray(0, 10).toString().startsWith('{"code":1')
    }
    // Warm: what is compiled and read once is not what is measured.
    await fire(starts.splice(0, 200), 100, keep)
    lines.push(say('starts', await fire(starts.splice(0, gentle.rate * gentle.seconds), gentle.rate, keep), 300))
    lines.push(say('starts', await fire(starts.splice(0, hard.rate * hard.seconds), hard.rate, keep), 1000))
    const rows = await db
      .selectFrom('exam_attempts as a')
      .innerJoin('sessions as s', 's.user_id', 'a.user_id')
      .select(['a.uid', 's.device as token'])
      .where('a.state', '=', 'running')
      .limit(saving.rate * saving.seconds)
      .execute()
    const first = await db.selectFrom('questions').select('uid').orderBy('id').executeTakeFirstOrThrow()
    for (const { uid, token } of rows) attempts.push({ token, attempt: uid, question: first.uid })
    const saves = attempts.map(({ token, attempt, question }) => {
      const steps = [{ seq: 1, question, answer: { type: 'judge', value: true }, at: now }]
      return signed(target.base, token, 'POST', '/v1/exam_save', JSON.stringify({ attempt, epoch: 1, steps }))
    })
    lines.push(say('saves', await fire(saves, saving.rate, keep), saving.rate))
  } finally {
    target.stop()
  }
  await sql`update exam_attempts set state = 'running', started_at = ${now}, deadline_at = ${now - 1000}, epoch = 1`.execute(
    db,
  )
  const closing = performance.now()
  const closed = await closeDue(db, now)
  const closedMs = performance.now() - closing
  lines.push(`closing    ${closed} attempts by one statement in ${(closedMs / 1000).toFixed(1)} s  (target 10 s)`)
  const scoring = performance.now()
  await scoreAll({ db, clock: { now: () => now, nowMs: () => now * 1000 }, config: { secret: 'bench' } })
  const scoredMs = performance.now() - scoring
  lines.push(`scoring    ${closed} attempts of ${questions} questions in ${(scoredMs / 1000).toFixed(0)} s`)
  return lines
}

function say(name: string, figures: OpenFigures, rate: number): string {
  const { perSecond, p50, p99, worst, refused, why, generatorCpu } = figures
  const times = `p50 ${p50} ms  p99 ${p99} ms  worst ${worst} ms`
  return `${name.padEnd(10)} ${perSecond.toFixed(0)}/s of ${rate}/s asked  ${times}  ${refused} refused${why && ` (${why})`}  sender ${generatorCpu} % of a core`
}

function signed(base: string, token: string, method: 'GET' | 'POST', path: string, payload: string): Shot {
  const timestamp = Math.floor(Date.now() / 1000)
  const headers: Record<string, string> = {
    platform: 'H5',
    'accept-encoding': 'gzip',
    authorization: createHmac('sha256', token)
      .update(signedText(method, timestamp, payload))
      .digest('hex'),
    'x-dxx-timestamp': String(timestamp),
    'x-dxx-token': token,
  }
  if (method === 'GET') return { method, url: `${base}/api${path}?${payload}`, headers }
  headers['content-type'] = 'application/json'
  return { method, url: `${base}/api${path}`, headers, body: payload }
}

/** Students with sessions. The device column holds the token, so that the bench finds it again. */
async function addStudents(db: Db, now: number): Promise<string[]> {
  await sql`insert into schools (uid, slug, name, province, city, address, has_roster, position)
    values (gen_random_uuid(), 'bench', '压测大学', '', '', '', false, 0)`.execute(db)
  await sql`insert into classes (uid, school_id, slug, name, college, year, position)
    select gen_random_uuid(), id, 'all', '全体', '', 2026, 0 from schools`.execute(db)
  await sql`insert into users (nickname, mobile, student_status, created_at)
    select '压测同学', (13100000000 + n)::text, 'passed', ${now}::bigint from generate_series(1, ${students}::int) n`.execute(
    db,
  )
  await sql`insert into student_applications (user_id, school_id, school_name, class_id, class_name, student_no, name, submitted_at)
    select u.id, s.id, s.name, c.id, c.name, u.id::text, '某人', ${now}::bigint from users u, schools s, classes c`.execute(
    db,
  )
  const tokens = Array.from({ length: students }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
  await sql`insert into sessions (user_id, token_hash, device, platform, ip, created_at, last_seen_at, expires_at)
    select u.id, decode(t.hash, 'hex'), t.token, 'H5', '', ${now}::bigint, ${now}::bigint, ${now + 86_400}::bigint
    from unnest(${hashes}::text[], ${tokens}::text[]) with ordinality as t(hash, token, n)
    join (select id, row_number() over (order by id) as n from users) u on u.n = t.n`.execute(db)
  return tokens
}

/** Forty questions as long as real ones; the first one is 判断, which the saves answer. */
async function addExam(db: Db, now: number): Promise<string> {
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
      from version v, curricula c`.execute(db)
  }
  return publishExam(
    db,
    {
      slug: 'bench',
      title: '压测考试',
      school: 'bench',
      classes: ['all'],
      notice: '',
      startsAt: now - 60,
      endsAt: now + 7200,
      duration: 3600,
      attempts: 1,
      pass: 60,
      analysis: 'ended',
      rank: true,
      shuffle: { questions: true, options: true },
      questions: [{ from: { kind: 'bank', slug: 'pool' } }],
    },
    now,
  )
}
