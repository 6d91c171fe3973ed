import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storageOf } from '../adapters/storage/storage'
import type { Db } from '../db/connection'
import { createSession } from '../http/session'
import { importContent } from '../importer/import'
import { contentFolder, smallTextbook, textbook } from '../importer/import.fixture'
import { grant } from '../modules/access/public'
import { issueTicket } from '../modules/accounts/tickets'
import { atCashier } from '../modules/commerce/commerce.fixture'
import { answerFor, start, stepsFor, withSchool } from '../modules/exams/exams.fixture'
import { notify } from '../modules/messages/public'
import { startTestApp, type TestApp } from '../testing/app'
import { addCurriculum } from '../testing/catalogue'
import type { Client } from '../testing/client'
import { addUpload } from '../testing/community'

/** Stands in everything that only its owner may see. */
export const own = '只有本人能看的话'
/** Stands in everything that only buyers may see. */
export const paid = '付过钱才看得到的话'

const two = `# 二\n\n${paid}，就在这里。\n\n@[question](second)\n`
const questions = `## second
type: short
score: 2
difficulty: 1
test: small-test

${paid}，对吗？

> 参考答案：对。
> - (2) 对
`
const manifest = `${textbook}    test: small-test
questions: [questions/all.md]
resources:
  - { slug: sheet, title: 速查表, kind: file, file: resources/sheet.txt }
`

/** Content of every kind, and one person of every kind; the owner has done everything that can be done. */
export async function buildWorld() {
  const dataDir = await mkdtemp(join(tmpdir(), 'dxx-world-'))
  const server = await startTestApp({ dataDir, floodPerUser: 1e9, floodPerAddress: 1e9 })
  const { db, clock } = server
  const school = await withSchool(server)
  const folder = await contentFolder({
    ...smallTextbook('# 一\n\n人人可读。', two),
    'textbooks/small/textbook.yaml': manifest,
    'textbooks/small/questions/all.md': questions,
    'textbooks/small/resources/sheet.txt': paid,
  })
  const { problems } = await importContent(db, folder.path, { storage: storageOf(server.env.config), now: clock.now() })
  const errors = problems.filter(({ level }) => level === 'error')
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  const chapters = [
    { title: '免费', free: true, text: ['公开'] },
    { title: '付费', text: [paid] },
  ]
  const course = await addCurriculum(db, { kind: 'course', title: '课程', price: 10, chapters })
  const ebook = await addCurriculum(db, { kind: 'ebook', title: '电子书', price: 10, chapters })
  const places = await placesOf(db)
  const all = await db.selectFrom('curricula').select('id').where('published', '=', true).execute()

  const people = {
    owner: await school.student(),
    /** Knows everything that a fellow student could know, has bought the same, sits the same exam. */
    classmate: await school.student(),
    /** A student of another school who has bought nothing. */
    elsewhere: await school.student('there'),
    /** Has a mobile number and nothing else. */
    fresh: await person(server, {}),
    /** Has bought everything, by way of WeChat, without a mobile number. */
    unbound: await person(server, { mobile: null }),
  }
  for (const who of [people.owner, people.classmate, people.unbound])
    for (const { id } of all)
      await grant(db, { userId: who.user.id, curriculumId: id, source: 'test', now: clock.now() })

  const left = await liveThere(server, school, people.owner, { ...places, course, ebook })
  return {
    server,
    people,
    /** What everybody may know. */
    places: {
      ...places,
      course: course.uid,
      lesson: course.chapter('付费').uid,
      ebook: ebook.uid,
      page: ebook.chapter('付费').uid,
    },
    left,
    close: async () => {
      await server.close()
      await school.folder.remove()
      await folder.remove()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type World = Awaited<ReturnType<typeof buildWorld>>

async function person(server: TestApp, about: { mobile?: null }) {
  const user = await server.createUser(about)
  return { user, client: await server.as(user) }
}

async function placesOf(db: Db) {
  const row = await db
    .selectFrom('chapters as ch')
    .innerJoin('curricula as c', 'c.id', 'ch.curriculum_id')
    .innerJoin('chapters as part', 'part.id', 'ch.parent_id')
    .innerJoin('paragraphs as p', 'p.chapter_id', 'ch.id')
    .innerJoin('questions as q', 'q.curriculum_id', 'c.id')
    .innerJoin('resources as r', 'r.curriculum_id', 'c.id')
    .select([
      'c.uid as book',
      'ch.uid as chapter',
      'part.uid as part',
      'q.uid as question',
      'p.pid',
      'r.uid as resource',
    ])
    .where('ch.slug', '=', 'two')
    .where('p.text', 'like', `%${paid}%`)
    .executeTakeFirstOrThrow()
  const bank = await db.selectFrom('curricula').select('uid').where('slug', '=', 'drill').executeTakeFirstOrThrow()
  return { ...row, bank: bank.uid }
}

type Places = Awaited<ReturnType<typeof placesOf>> &
  Record<'course' | 'ebook', Awaited<ReturnType<typeof addCurriculum>>>

/** The owner studies, buys, writes, asks and sits exams. Answers the words that prove something about them. */
async function liveThere(
  server: TestApp,
  school: Awaited<ReturnType<typeof withSchool>>,
  { user, client }: { user: { id: number }; client: Client },
  { book, chapter, part, pid, question, resource, bank, course, ebook }: Places,
) {
  const { db, clock } = server
  const now = clock.now()
  const where = { curriculumId: book, chapterId: chapter }
  const beat = () => ({ session: randomUUID(), seconds: 0, at: now })

  await db.updateTable('student_applications').set({ name: own }).where('user_id', '=', user.id).execute()
  await createSession(db, user.id, { device: own, platform: 'H5', ip: '127.0.0.1' }, now)
  await notify(db, { userId: user.id, kind: 'system', title: own, body: own }, now)
  await addUpload(db, user.id, 'image')
  await addUpload(db, user.id, 'student-card')
  await client.call('GET /v1/zos_generate_object_upload_link', { purpose: 'image', name: 'a.png', size: 10 })

  await client.call('POST /v131/push_note', { ...where, text: own })
  await client.call('POST /v131/push_discuss', { ...where, text: '公开的讨论' })
  await client.call('POST /v130/add_comment', { curriculumId: book, stars: 5, text: '公开的评价' })
  const locator = { pid, start: 0, end: 2, exact: paid.slice(0, 2), prefix: '', suffix: paid.slice(2, 8) }
  const highlight = { id: randomUUID(), ...where, mark: 'yellow' as const, note: own, locator, at: now }
  await client.call('POST /v1/textbooks_brightness', highlight)

  await client.call('POST /v1/textbooks_collection', { id: book, on: true })
  await client.call('POST /v1/browse_add', { id: book })
  await client.call('POST /v1/textbooks_speed', { id: book, chapterId: chapter, ...beat() })
  await client.call('POST /v1/textbooks_speed', {
    id: book,
    chapterId: null,
    resource: { id: resource, second: 1 },
    ...beat(),
  })
  await client.call('POST /v1/course_speed', { id: course.uid, chapterId: course.chapter('付费').uid, ...beat() })
  await client.call('POST /v1/ebook_speed', { id: ebook.uid, chapterId: ebook.chapter('付费').uid, ...beat() })

  const asked = await client.call('GET /v1/textbooks_get_question', { id: question })
  await client.call('POST /v1/textbooks_question_submit', { paper: asked.paper, answer: { type: 'short', text: own } })
  const unused = await client.call('GET /v1/textbooks_get_question', { id: question })
  const test = await client.call('GET /v1/textbooks_get_test', { id: part })
  const answers = test.questions.map(({ id }) => ({ id, answer: { type: 'short' as const, text: own } }))
  await client.call('POST /v1/textbooks_test_submit', { paper: test.paper, answers })

  const practice = await client.call('POST /v1/bank_practice_start', { bank, mode: 'random' })
  const list = await client.call('GET /v1/bank_practice_questions', { id: practice.id, from: 0 })
  for (const one of list)
    await client.call('POST /v1/bank_practice_answer', {
      id: practice.id,
      question: one.question.id,
      answer: answerFor(one.question, false),
    })
  await client.call('POST /v1/practice_goal', { goal: 7 })
  const { list: wrong } = await client.call('GET /v1/wrong_list', {})
  await client.call('POST /v1/wrong_tag', { id: wrong[0]!.id, causes: [], note: own })
  await client.call('POST /v1/question_favourite', { id: wrong[0]!.id, on: true })

  const past = await school.publish()
  const sat = await start(client, past)
  await client.call('POST /v1/exam_submit', { attempt: sat.attempt.id, epoch: 1, steps: stepsFor(sat) })
  await school.jobs.score_exams()
  const exam = await school.publish()
  const paper = await start(client, exam)
  await client.call('POST /v1/exam_save', { attempt: paper.attempt.id, epoch: 1, steps: stepsFor(paper) })
  const leave = { seq: 1, at: now, seconds: 5 }
  await client.call('POST /v1/exam_leave', { attempt: paper.attempt.id, epoch: 1, leaves: [leave] })

  const item = (price: number) => addCurriculum(db, { kind: 'course', title: `另一门课 ${price}`, price })
  const bought = await client.call('POST /v1/order_create', { curriculumId: (await item(20)).uid })
  await atCashier(client, bought.id, 'pay')
  const invoice = { orderId: bought.id, kind: 'personal' as const, title: own, email: 'owner@example.cn' }
  await client.call('POST /v1/invoice_request', invoice)
  const open = await client.call('POST /v1/order_create', { curriculumId: (await item(30)).uid })
  const payment = await client.call('POST /v1/order_pay', { id: open.id, channel: 'test' })

  await client.call('POST /v1/cs_send', { text: own })
  await client.call('POST /v1/opinion', { kind: 'idea', text: own, contact: own })
  await (await client.fetch('POST /v1/ai_ask', { key: randomUUID(), text: own })).text()
  await client.call('POST /v1/runcode_draft', { cell, language: 'python', source: own })
  const qr = await server.guest.call('POST /v1/login_qr_create', {})
  await client.call('POST /v1/authorize_login_qr_code', { id: qr.id, action: 'scan' })
  const ticket = await issueTicket(db, { purpose: 'change', userId: user.id, proof: { mobile: '13900000000' } }, now)
  return {
    qr: qr.id,
    exam,
    practiceQuestion: list[0]!.question.id,
    named: { paper: unused.paper, ticket, mergeTicket: ticket, no: payment.way === 'cashier' ? payment.no : '' },
  }
}

/** Names a cell of the book as the reader does; drafts are kept per user and cell. */
export const cell = 'small/two/q'
