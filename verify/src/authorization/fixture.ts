import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '../../../server/src/db/connection'
import { importContent } from '../../../server/src/importer/import'
import { contentFolder, smallTextbook, textbook } from '../../../server/src/importer/import.fixture'
import { grantEntitlement } from '../../../server/src/modules/access/public'
import { withSchool } from '../../../server/src/modules/exams/exams.fixture'
import { startTestApp, type TestApp } from '../../../server/src/testing/app'
import { addCurriculum } from '../../../server/src/testing/catalogue'
import { copyDatabase } from '../../../server/src/testing/database'
import { addOthers, addRoster, addUnpublishedContent, unpublishedFiles } from './unpublished-content'
import { type Places, paidOnlyText, performAllActions, writePublicPosts } from './user-activity'

/** Text contained in all data that only the owner may see. */
export const own = '只有本人能看的话'

const two = `# 二\n\n${paidOnlyText}，就在这里。\n\n@[question](second)\n`
const questions = `## second
type: short
score: 2
difficulty: 1
test: small-test

${paidOnlyText}，对吗？

> 参考答案：对。
> - (2) 对
`
const manifest = `${textbook}    test: small-test
questions: [questions/all.md]
resources:
  - { slug: sheet, title: 速查表, kind: file, file: resources/sheet.txt }
`

/** A question of the bank that is also part of an exam, and therefore embargoed until the exam ends. */
const asksDrill = { from: { kind: 'bank', slug: 'drill' }, slugs: ['judge'] }

/** Creates content of every kind, and one user of every kind. */
export async function createFixtureUsers() {
  const dataDir = await mkdtemp(join(tmpdir(), 'dxx-world-'))
  const server = await startTestApp({ dataDir, floodPerUser: 1e9, floodPerAddress: 1e9 })
  const { db, clock } = server
  const school = await withSchool(server)
  const folder = await importTextbooks(server)
  const chapters = [
    { title: '免费', free: true, text: ['公开'] },
    { title: '付费', text: [paidOnlyText] },
  ]
  const { id: teacherId } = await db.selectFrom('teachers').select('id').executeTakeFirstOrThrow()
  const course = await addCurriculum(db, { kind: 'course', title: '课程', price: 10, chapters, teacherId })
  const ebook = await addCurriculum(db, { kind: 'ebook', title: '电子书', price: 10, chapters })
  const places = await placesOf(db)
  // Assigns the resource to the paid chapter.
  await db
    .updateTable('resources')
    .set((eb) => ({ chapter_id: eb.selectFrom('chapters').select('id').where('uid', '=', places.chapter) }))
    .where('uid', '=', places.resource)
    .execute()
  const shut = await addUnpublishedContent(db, clock.now())
  const all = await db.selectFrom('curricula').select('id').where('published', '=', true).execute()

  const people = await addUsers(server, school, all)
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
  // An exam of another class, and one that is prepared but has not started.
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
    /** Public ids. */
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
    /** Ids of restricted content and inactive users, which give no access to callers who know them. */
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

export type FixtureUsers = Awaited<ReturnType<typeof createFixtureUsers>>

/** Imports a textbook with questions and a resource, and unpublished content. Returns the folder. */
async function importTextbooks({ db, clock, env }: TestApp) {
  const folder = await contentFolder({
    ...smallTextbook('# 一\n\n人人可读。', two),
    'textbooks/small/textbook.yaml': manifest,
    'textbooks/small/questions/all.md': questions,
    'textbooks/small/resources/sheet.txt': paidOnlyText,
    ...unpublishedFiles,
  })
  const { problems } = await importContent(db, folder.path, { storage: env.storage, now: clock.now() })
  const errors = problems.filter(({ level }) => level === 'error')
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return folder
}

/** Creates one user of every kind, with entitlements to `all` where the kind has them. */
async function addUsers(server: TestApp, school: Awaited<ReturnType<typeof withSchool>>, all: { id: number }[]) {
  const { db, clock } = server
  const people = {
    owner: await school.student(),
    /** A student of the same class with the same entitlements and exam. */
    classmate: await school.student(),
    /** A student who has performed all actions of the owner, on the same content. */
    fellow: await school.student(),
    /** A student of another school without entitlements. */
    elsewhere: await school.student('there'),
    /** Has only a mobile number. */
    fresh: await person(server, {}),
    /** Has all entitlements and a WeChat login, but no mobile number. */
    unbound: await person(server, { mobile: null }),
  }
  for (const who of [people.owner, people.classmate, people.fellow, people.unbound])
    for (const { id } of all)
      await grantEntitlement(db, { userId: who.user.id, curriculumId: id, source: 'test', now: clock.now() })

  // Entitlements that were granted and revoked.
  for (const { id } of all)
    await db
      .insertInto('entitlements')
      .values({ user_id: people.elsewhere.user.id, curriculum_id: id, source: 'gone', created_at: 0, revoked_at: 1 })
      .execute()
  return people
}

/** Creates the fixture in which the owner and the fellow have performed all actions. */
export async function createFixture() {
  const users = await createFixtureUsers()
  const { server, jobs, people, where } = users
  const { db, clock } = server
  const activity = { server, jobs, ...where }
  const saidByOwner = await writePublicPosts(people.owner.client, where)
  const saidByFellow = await writePublicPosts(people.fellow.client, where)
  const saidByClassmate = await writePublicPosts(people.classmate.client, where)
  // Liking a post notifies its author; only the author may see the notification.
  const likedPosts = { liked: saidByOwner, disliked: saidByClassmate }
  const fellow = await performAllActions(activity, people.fellow, { words: '同学自己的话', ...likedPosts })
  // Sets the highest score: if it leaks, the response shows it as the best score of the calling user.
  await db
    .updateTable('question_attempts')
    .set((eb) => ({ score: eb.ref('max_score'), verdict: 'right' }))
    .where('uid', '=', fellow.answer)
    .execute()
  const below = await replyBelow(db, people, where)
  const before = await copyDatabase(db)
  const left = await performAllActions(activity, people.owner, { words: own, ...likedPosts })
  // Requests the closing of the owner's account: without the owner check, a login of another user would revoke the
  // request.
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
    ...users,
    /** Copy of the database before the private actions of the owner. */
    before,
    fellow,
    said: { liked: saidByFellow, disliked: saidByClassmate },
    left,
    /** A reply to a note that is no longer public. */
    below,
    close: async () => {
      await before.drop()
      await users.close()
    },
  }
}

/** The fellow replies to the classmate's note, which then becomes private. */
async function replyBelow(
  db: Db,
  { classmate, fellow }: FixtureUsers['people'],
  { book, chapter }: Places,
): Promise<string> {
  const place = { curriculumId: book, chapterId: chapter }
  const note = await classmate.client.call('POST /v131/push_note', { ...place, text: '先给大家看', public: true })
  const reply = await fellow.client.call('POST /v131/push_reply', { target: 'note', id: note.id, text: '看到了' })
  await db.updateTable('posts').set({ public: false }).where('uid', '=', note.id).execute()
  return reply.id
}

export type Fixture = Awaited<ReturnType<typeof createFixture>>

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
    .where('p.text', 'like', `%${paidOnlyText}%`)
    .executeTakeFirstOrThrow()
  const bank = await db.selectFrom('curricula').select('uid').where('slug', '=', 'drill').executeTakeFirstOrThrow()
  return { ...row, bank: bank.uid }
}
