import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storageOf } from '../adapters/storage/storage'
import type { Db } from '../db/connection'
import { importContent } from '../importer/import'
import { contentFolder, smallTextbook, textbook } from '../importer/import.fixture'
import { grant } from '../modules/access/public'
import { withSchool } from '../modules/exams/exams.fixture'
import { startTestApp, type TestApp } from '../testing/app'
import { addCurriculum } from '../testing/catalogue'
import { copyDatabase } from '../testing/database'
import { live, type Places, paid, speakUp } from './life'
import { addOthers, addRoster, addShut, shutFiles } from './shut'

/** Stands in everything that only its owner may see. */
export const own = '只有本人能看的话'

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

/** What is in an exam is nowhere else until that ends. */
const asksDrill = { from: { kind: 'bank', slug: 'drill' }, slugs: ['judge'] }

/** Content of every kind, and one person of every kind. */
export async function settle() {
  const dataDir = await mkdtemp(join(tmpdir(), 'dxx-world-'))
  const server = await startTestApp({ dataDir, floodPerUser: 1e9, floodPerAddress: 1e9 })
  const { db, clock } = server
  const school = await withSchool(server)
  const folder = await contentFolder({
    ...smallTextbook('# 一\n\n人人可读。', two),
    'textbooks/small/textbook.yaml': manifest,
    'textbooks/small/questions/all.md': questions,
    'textbooks/small/resources/sheet.txt': paid,
    ...shutFiles,
  })
  const { problems } = await importContent(db, folder.path, { storage: storageOf(server.env.config), now: clock.now() })
  const errors = problems.filter(({ level }) => level === 'error')
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  const chapters = [
    { title: '免费', free: true, text: ['公开'] },
    { title: '付费', text: [paid] },
  ]
  const { id: teacherId } = await db.selectFrom('teachers').select('id').executeTakeFirstOrThrow()
  const course = await addCurriculum(db, { kind: 'course', title: '课程', price: 10, chapters, teacherId })
  const ebook = await addCurriculum(db, { kind: 'ebook', title: '电子书', price: 10, chapters })
  const places = await placesOf(db)
  // The sheet belongs to the chapter that is paid for.
  await db
    .updateTable('resources')
    .set((eb) => ({ chapter_id: eb.selectFrom('chapters').select('id').where('uid', '=', places.chapter) }))
    .where('uid', '=', places.resource)
    .execute()
  const shut = await addShut(db, clock.now())
  const all = await db.selectFrom('curricula').select('id').where('published', '=', true).execute()

  const people = {
    owner: await school.student(),
    /** Knows everything that a fellow student could know, has bought the same, sits the same exam. */
    classmate: await school.student(),
    /** Has done everything that the owner has, in the same places. */
    fellow: await school.student(),
    /** A student of another school who has bought nothing. */
    elsewhere: await school.student('there'),
    /** Has a mobile number and nothing else. */
    fresh: await person(server, {}),
    /** Has bought everything, by way of WeChat, without a mobile number. */
    unbound: await person(server, { mobile: null }),
  }
  for (const who of [people.owner, people.classmate, people.fellow, people.unbound])
    for (const { id } of all)
      await grant(db, { userId: who.user.id, curriculumId: id, source: 'test', now: clock.now() })

  // Bought and given back.
  for (const { id } of all)
    await db
      .insertInto('entitlements')
      .values({ user_id: people.elsewhere.user.id, curriculum_id: id, source: 'gone', created_at: 0, revoked_at: 1 })
      .execute()
  const { gone, doubted } = await addOthers(server, school.schools.here, places)
  const item = (price: number) => addCurriculum(db, { kind: 'course', title: `另一门课 ${price}`, price })
  const where: Places = {
    ...places,
    course,
    ebook,
    exams: [await school.publish(), await school.publish()],
    items: [(await item(20)).uid, (await item(30)).uid],
    gift: (await item(40)).id,
  }
  // Of another class, and one that is prepared but has not begun.
  const closedExams = [
    await school.publish({ classes: ['two'], pass: 0, questions: [asksDrill] }),
    await school.publish({ startsAt: clock.now() + 300, endsAt: clock.now() + 3600 }),
  ]
  await school.jobs.prepare_exams()
  return {
    server,
    closedExams,
    roster: await addRoster(db, people.fellow.user.id, school.schools.there),
    school: school.schools.here,
    jobs: school.jobs,
    folder: dataDir,
    people,
    where,
    /** What everybody may know. */
    places: {
      ...places,
      course: course.uid,
      lesson: course.chapter('付费').uid,
      ebook: ebook.uid,
      page: ebook.chapter('付费').uid,
      past: where.exams[0],
      exam: where.exams[1],
      item: where.items[1],
    },
    /** What is not for them, and people who are not there: everybody may know the ids. */
    shut: [...shut.ids, ...closedExams, gone, doubted],
    shutBooks: shut.books,
    close: async () => {
      await server.close()
      await school.folder.remove()
      await folder.remove()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type Settled = Awaited<ReturnType<typeof settle>>

/** The same, where the owner and the fellow have done everything that can be done. */
export async function buildWorld() {
  const settled = await settle()
  const { server, jobs, people, where } = settled
  const { db, clock } = server
  const life = { server, jobs, ...where }
  const saidByOwner = await speakUp(people.owner.client, where)
  const saidByFellow = await speakUp(people.fellow.client, where)
  const saidByClassmate = await speakUp(people.classmate.client, where)
  // Who is liked is told so: that is for nobody else to see.
  const said = { liked: saidByOwner, disliked: saidByClassmate }
  const fellow = await live(life, people.fellow, { words: '同学自己的话', ...said })
  // Marked better than anybody's: who sees it takes it for their own best.
  await db
    .updateTable('question_attempts')
    .set((eb) => ({ score: eb.ref('max_score'), verdict: 'right' }))
    .where('uid', '=', fellow.answer)
    .execute()
  const below = await replyBelow(db, people, where)
  const before = await copyDatabase(db)
  const left = await live(life, people.owner, { words: own, ...said })
  // Would be taken back for everybody by one who logs in again.
  await db
    .updateTable('users')
    .set({ cancel_at: clock.now() + 1000 })
    .where('id', '=', people.owner.user.id)
    .execute()
  const removed = (curriculum: { id: number }, at: number) => ({
    user_id: people.owner.user.id,
    curriculum_id: curriculum.id,
    removed_at: clock.now() + at,
  })
  await db
    .insertInto('study_removals')
    .values([removed(where.course, 1), removed(where.ebook, -1)])
    .execute()
  return {
    ...settled,
    /** The same world before the owner did anything that is nobody else's business. */
    before,
    fellow,
    said: { liked: saidByFellow, disliked: saidByClassmate },
    left,
    /** A reply below a note that is nobody else's any more. */
    below,
    close: async () => {
      await before.drop()
      await settled.close()
    },
  }
}

/** The classmate's note is answered by the fellow, then kept to the classmate. */
async function replyBelow(
  db: Db,
  { classmate, fellow }: Settled['people'],
  { book, chapter }: Places,
): Promise<string> {
  const place = { curriculumId: book, chapterId: chapter }
  const note = await classmate.client.call('POST /v131/push_note', { ...place, text: '先给大家看', public: true })
  const reply = await fellow.client.call('POST /v131/push_reply', { target: 'note', id: note.id, text: '看到了' })
  await db.updateTable('posts').set({ public: false }).where('uid', '=', note.id).execute()
  return reply.id
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
