import { createHash, randomUUID } from 'node:crypto'
import type { DraftBody } from '@dxx/contract/calls/staff/exam-drafts'
import type { ScopeKind, WorkKind } from '@dxx/contract/staff'
import { sql } from 'kysely'
import { createConsoleSession } from '../../../server/src/http/console-session'
import { emptyDraft } from '../../../server/src/modules/exams/desk/drafts'
import { openWork } from '../../../server/src/modules/work/public'
import type { TestApp } from '../../../server/src/testing/app'
import { addCurriculum } from '../../../server/src/testing/catalogue'
import { addUpload } from '../../../server/src/testing/community'
import { addSchool, createStaff } from '../../../server/src/testing/staff'

type Ids = Record<Exclude<ScopeKind, 'site'>, number>

/** One school with a row of every kind that staff calls can name. */
export interface SchoolHalf {
  ids: Ids
  /** Public ids by kind of row. */
  uids: Record<string, string>
  /** Public ids by name of the input field, for inputs with several ids of different kinds. */
  fields: Record<string, string>
}

/** A bank that is not published, with one 简答 question. */
async function addBank(app: TestApp, title: string) {
  const bank = await addCurriculum(app.db, { kind: 'bank', title, published: false })
  const uid = randomUUID()
  const text = { stem: title, analysis: title }
  const body = { type: 'short', ...text }
  const rubric = { type: 'short', ...text, reference: title, points: [] }
  const source = { ...rubric, slug: uid, score: 1000 }
  const { rows } = await sql<{ id: number; version_id: number }>`
    with version as (
      insert into question_versions (question_uid, hash, source, body, rubric, created_at)
      values (${uid}, ${createHash('sha256').update(uid).digest()}, ${JSON.stringify({ question: source, images: {} })},
        ${JSON.stringify(body)}, ${JSON.stringify(rubric)}, 1) returning id)
    insert into questions (uid, curriculum_id, slug, origin, type, score, difficulty, tags, free, position, version_id)
    select ${uid}, ${bank.id}, ${uid}, '', 'short', 1000, 3, '{}', false, 0, id from version
    returning id, version_id`.execute(app.db)
  return { bank, question: { uid, ...rows[0]! } }
}

type Question = Awaited<ReturnType<typeof addBank>>['question']

/** An attempt with one answer that waits for a score, an appeal about it and a finished regrade. */
async function addAttempt(app: TestApp, exam: { id: number }, question: Question, name: string) {
  const { db, clock } = app
  const now = clock.now()
  const user = await app.createUser({ nickname: name })
  await sql`insert into exam_questions (exam_id, position, question_id, version_id, points)
    values (${exam.id}, 0, ${question.id}, ${question.version_id}, 1000)`.execute(db)
  const { rows } = await sql<{ attempt: string; answer: string; appeal: string; appealId: number }>`
    with attempt as (
      insert into exam_attempts (exam_id, user_id, number, seed, state, started_at, deadline_at, submitted_at, answered,
        score_state, score)
      values (${exam.id}, ${user.id}, 1, 1, 'submitted', ${now}::bigint, ${now + 60}::bigint, ${now}::bigint, 1,
        'marking', 0) returning id, uid),
    answer as (
      insert into question_attempts (user_id, question_id, version_id, source, exam_attempt_id, position, seed, answer,
        verdict, score, max_score, waiting_score, detail, created_at)
      select ${user.id}, ${question.id}, ${question.version_id}, 'exam', id, 0, ${Buffer.alloc(16)},
        ${JSON.stringify({ type: 'short', text: name })}, 'marking', 0, 1000, 1000, ${JSON.stringify({ type: 'short' })},
        ${now}::bigint from attempt returning id, uid),
    waiting as (
      insert into exam_grading (question_attempt_id, part, state, hash)
      select id, 0, 'waiting', ${name} from answer),
    appeal as (
      insert into exam_appeals (attempt_id, position, reason, created_at)
      select id, 0, ${name}, ${now}::bigint from attempt returning id, uid)
    select attempt.uid as attempt, answer.uid as answer, appeal.uid as appeal, appeal.id as "appealId"
    from attempt, answer, appeal`.execute(db)
  const regrade = await db
    .insertInto('exam_regrades')
    .values({ exam_id: exam.id, position: 0, kind: 'give', reason: name, created_at: now, total: 1, finished_at: now })
    .returning('uid')
    .executeTakeFirstOrThrow()
  return { user, regrade: regrade.uid, ...rows[0]! }
}

async function addDraft(app: TestApp, author: { id: number }, school: Place, theClass: Place, question: string) {
  const body = {
    ...emptyDraft,
    title: school.name,
    school: school.uid,
    classes: [theClass.uid],
    sections: [{ title: '', questions: [{ question, points: 1 }] }],
  }
  const now = app.clock.now()
  return app.db
    .insertInto('exam_drafts')
    .values({
      body: JSON.stringify(body),
      school_id: school.id,
      class_ids: [theClass.id],
      created_by: author.id,
      created_at: now,
      updated_by: author.id,
      updated_at: now,
    })
    .returning('uid')
    .executeTakeFirstOrThrow()
}

interface Place {
  id: number
  uid: string
  name: string
}

/** Connects two halves: a draft of `own` gets a question of `other`, an exam of `other` gets a question of `own`. */
export async function shareQuestions({ db }: TestApp, own: SchoolHalf, other: SchoolHalf): Promise<void> {
  const draft = await db
    .selectFrom('exam_drafts')
    .select('body')
    .where('uid', '=', own.uids.draft!)
    .executeTakeFirstOrThrow()
  const body = draft.body as DraftBody
  const [section] = body.sections
  const questions = [...section!.questions, { question: other.uids.question!, points: 1 }]
  await db
    .updateTable('exam_drafts')
    .set({ body: JSON.stringify({ ...body, sections: [{ ...section, questions }] }) })
    .where('uid', '=', own.uids.draft!)
    .execute()
  await sql`insert into exam_questions (exam_id, position, question_id, version_id, points)
    select ${other.ids.exam}, 1, id, version_id, 1000 from questions where uid = ${own.uids.question!}`.execute(db)
}

/** Adds a user with a paid order, a requested refund, a requested invoice, posts and messages. */
async function addCustomer(app: TestApp, course: { id: number }, name: string) {
  const { db, clock } = app
  const now = clock.now()
  const user = await app.createUser({ nickname: name })
  const author = await app.createUser({ nickname: name })
  const no = String(Date.now()).padEnd(20, String(user.id))
  const { rows } = await sql<{
    order: number
    refund: number
    post: number
    postUid: string
    hidden: string
    opinion: number
  }>`
    with new_order as (
      insert into orders (no, user_id, curriculum_id, title, price_cents, discount_percent, pay_cents, status,
        created_at, expires_at, paid_at)
      values (${no}, ${user.id}, ${course.id}, ${name}, 1000, 100, 1000, 1, ${now}::bigint, ${now}::bigint,
        ${now}::bigint) returning id),
    payment as (
      insert into payments (no, order_id, channel, way, cents, state, created_at, expires_at, paid_at, settles)
      select ${no}, id, 'test', 'cashier', 1000, 'paid', ${now}::bigint, ${now}::bigint, ${now}::bigint, true
      from new_order returning id, order_id),
    refund as (
      insert into refunds (no, order_id, payment_id, kind, cents, state, reason, asked_at)
      select ${no}, order_id, id, 'order', 100, 'asked', ${name}, ${now}::bigint from payment returning id),
    invoice as (
      insert into invoices (order_id, kind, title, tax_no, email, cents, requested_at)
      select id, 'personal', ${name}, '', 'a@example.cn', 1000, ${now}::bigint from new_order),
    post as (
      insert into posts (kind, user_id, curriculum_id, text, stars, created_at)
      values ('comment', ${user.id}, ${course.id}, ${name}, 5, ${now}::bigint) returning id, uid),
    hidden as (
      insert into posts (kind, user_id, curriculum_id, text, stars, public, created_at, hidden_at, hidden_reason)
      values ('comment', ${author.id}, ${course.id}, ${name}, 5, false, ${now}::bigint, ${now}::bigint, ${name}) returning uid),
    report as (
      insert into reports (post_id, user_id, reason, text, created_at)
      select id, ${user.id}, '', ${name}, ${now}::bigint from post),
    opinion as (
      insert into opinions (user_id, kind, text, images, contact, created_at)
      values (${user.id}, 'bug', ${name}, '[]', ${name}, ${now}::bigint) returning id)
    select new_order.id as order, refund.id as refund, post.id as post, post.uid as "postUid",
      hidden.uid as hidden, opinion.id as opinion
    from new_order, refund, post, hidden, opinion`.execute(db)
  const row = rows[0]!
  const client = await app.as(user)
  await client.call('POST /v1/cs_send', { text: name })
  const subjects: [WorkKind, number][] = [
    ['refund', row.refund],
    ['invoice', row.order],
    ['report', row.post],
    ['feedback', row.opinion],
  ]
  for (const [kind, subjectId] of subjects) await openWork(db, { kind, subjectId, userId: user.id, title: name }, now)
  const items = await db.selectFrom('work_items').select(['kind', 'uid']).where('user_id', '=', user.id).execute()
  return {
    user,
    no,
    post: row.postUid,
    hidden: row.hidden,
    work: items.map(({ kind, uid }) => [`${kind}Work`, uid] as const),
  }
}

interface Classroom {
  school: Place
  theClass: Place
  teacher: { id: number }
  course: { id: number }
}

/** A term, a student who wants to join, a roster file to apply, and homework with a hand-in. */
async function addClassroom(app: TestApp, { school, theClass, teacher, course }: Classroom, name: string) {
  const { db, clock } = app
  const now = clock.now()
  const user = await app.createUser({ nickname: name, studentStatus: 'passed' })
  const { rows } = await sql<{
    term: string
    roster: string
    assignment: string
    handIn: string
    join: number
    question: number
    classGrant: string
  }>`
    with term as (
      insert into terms (school_id, slug, name, starts_on, ends_on)
      values (${school.id}, 'term', ${name}, '2026-09-01', '2027-01-20') returning uid),
    entry as (
      insert into rosters (school_id, class_id, student_no, name, claimed_by, claimed_at)
      values (${school.id}, ${theClass.id}, '20270099', ${name}, ${user.id}, ${now}::bigint)),
    verified as (
      insert into student_applications (user_id, school_id, school_name, class_id, class_name, student_no, name, submitted_at)
      values (${user.id}, ${school.id}, ${name}, ${theClass.id}, ${name}, '20270099', ${name}, ${now}::bigint)),
    roster as (
      insert into roster_imports (school_id, created_by, file_name, state, created_at)
      values (${school.id}, ${teacher.id}, ${name}, 'ready', ${now}::bigint) returning uid),
    assignment as (
      insert into assignments (school_id, title, note, starts_at, due_at, late, created_by, created_at, updated_at)
      values (${school.id}, ${name}, ${name}, ${now}::bigint, ${now + 3600}::bigint, 'accept', ${teacher.id}, 1, 1)
      returning id, uid),
    classes as (
      insert into assignment_classes (assignment_id, class_id) select id, ${theClass.id} from assignment),
    item as (
      insert into assignment_items (assignment_id, position, kind, title, points)
      select id, 0, 'handin', ${name}, 10 from assignment returning id),
    studied as (
      insert into assignment_items (assignment_id, position, kind, title, curriculum_id, points, amount)
      select id, 1, 'practice', ${name}, ${course.id}, 10, 1 from assignment),
    granted as (
      insert into class_grants (class_id, curriculum_id, seats, created_by, created_at)
      values (${theClass.id}, ${course.id}, 5, ${teacher.id}, ${now}::bigint) returning uid),
    seats as (
      insert into school_seats (school_id, curriculum_id, seats, updated_at)
      values (${school.id}, ${course.id}, 9, ${now}::bigint)),
    handed as (
      insert into assignment_submissions (item_id, user_id, text, submitted_at)
      select id, ${user.id}, ${name}, ${now}::bigint from item returning uid),
    wish as (
      insert into class_joins (class_id, user_id, student_no, name, created_at)
      values (${theClass.id}, ${user.id}, '20270098', ${name}, ${now}::bigint) returning id),
    chapter as (
      insert into chapters (uid, curriculum_id, position, slug, title, kind, free, html, plain, word_count, minutes,
        duration_seconds, content_hash, updated_at)
      values (gen_random_uuid(), ${course.id}, 0, 'asked', ${name}, 'text', true, '', '', 0, 0, 0, '', 1) returning id),
    question as (
      insert into posts (kind, user_id, curriculum_id, chapter_id, text, created_at)
      select 'discuss', ${user.id}, ${course.id}, id, ${name}, ${now}::bigint from chapter returning id)
    select term.uid as term, roster.uid as roster, assignment.uid as assignment, handed.uid as "handIn", wish.id as join,
      question.id as question, granted.uid as "classGrant"
    from term, roster, assignment, handed, wish, question, granted`.execute(db)
  const { join, question, ...uids } = rows[0]!
  const common = { userId: user.id, schoolId: school.id, title: name }
  await openWork(db, { kind: 'join', subjectId: join, ...common }, now)
  await openWork(db, { kind: 'question', subjectId: question, ...common }, now)
  return uids
}

/** Adds a school with everything that staff can reach in it; every text contains `name`. */
export async function addSchoolHalf(app: TestApp, slug: string, name: string): Promise<SchoolHalf> {
  const { db, clock } = app
  const { school, first, second, exam } = await addSchool(app, slug)
  await db.updateTable('exams').set({ title: name }).where('id', '=', exam.id).execute()
  await db.updateTable('schools').set({ has_roster: false }).where('id', '=', school.id).execute()
  // Not published, because all staff can find published content.
  const course = await addCurriculum(db, { title: name, published: false })
  const { bank, question } = await addBank(app, name)
  const teacher = await createStaff(app, 'teacher', { kind: 'class', id: first.id }, name)
  await createStaff(app, 'school_admin', { kind: 'school', id: school.id }, name)
  await createConsoleSession(db, { userId: teacher.id, factor: true, address: '', agent: name }, clock.now())
  const student = await app.createUser({ nickname: name })
  const application = { schoolId: school.uid, className: name, studentNo: '20270001', name }
  await (await app.as(student)).call('POST /v1/student_auth', application)
  const attempt = await addAttempt(app, exam, question, name)
  const subject = { kind: 'appeal' as const, subjectId: attempt.appealId, userId: attempt.user.id }
  await openWork(db, { ...subject, schoolId: school.id, title: name }, clock.now())
  const draft = await addDraft(app, teacher, { ...school, name }, first, question.uid)
  const customer = await addCustomer(app, course, name)
  const classroom = await addClassroom(app, { school, theClass: first, teacher, course }, name)
  const reply = await db
    .insertInto('canned_replies')
    .values({ title: name, text: name, updated_at: clock.now() })
    .returning('uid')
    .executeTakeFirstOrThrow()
  const items = await db.selectFrom('work_items').select(['kind', 'uid']).where('school_id', '=', school.id).execute()
  const uidOf = async (table: 'staff_grants' | 'console_sessions') =>
    (await db.selectFrom(table).select('uid').where('user_id', '=', teacher.id).executeTakeFirstOrThrow()).uid
  const uids = {
    school: school.uid,
    class: first.uid,
    curriculum: course.uid,
    bank: bank.uid,
    question: question.uid,
    exam: exam.uid,
    draft: draft.uid,
    attempt: attempt.attempt,
    answer: attempt.answer,
    appeal: attempt.appeal,
    regrade: attempt.regrade,
    grant: await uidOf('staff_grants'),
    session: await uidOf('console_sessions'),
    person: teacher.uid,
    user: customer.user.uid,
    post: customer.post,
    hiddenPost: customer.hidden,
    reply: reply.uid,
    upload: await addUpload(db, teacher.id, 'cs'),
    ...classroom,
    ...Object.fromEntries(customer.work),
    ...Object.fromEntries(items.map(({ kind, uid }) => [`${kind}Work`, uid])),
  }
  return {
    ids: { school: school.id, class: first.id, curriculum: bank.id, exam: exam.id },
    uids,
    fields: {
      exam: uids.exam,
      question: uids.question,
      answer: uids.answer,
      answers: uids.answer,
      attempt: uids.attempt,
      class: uids.class,
      classes: uids.class,
      students: attempt.user.uid,
      school: uids.school,
      schoolId: uids.school,
      draft: uids.draft,
      bank: uids.bank,
      assignment: classroom.assignment,
      curriculum: course.uid,
      term: classroom.term,
      to: second.uid,
      no: customer.no,
    },
  }
}
