import { stableId } from '../../../server/src/base/stable-ids'
import type { Db } from '../../../server/src/db/connection'
import { writeSearchDocuments } from '../../../server/src/importer/search-documents'
import { grantEntitlement } from '../../../server/src/modules/access/public'
import type { TestApp } from '../../../server/src/testing/app'
import { addCurriculum } from '../../../server/src/testing/catalogue'
import { type Places, paidOnlyText, writePublicPosts } from './user-activity'

type Where = Pick<Places, 'book' | 'chapter'>

/** All chapters are free, so that only the publication state restricts access. */
const shutBook = (slug: string, published: string) => ({
  [`textbooks/${slug}/textbook.yaml`]: `title: 还没有公开的教材
subject: computing
price: 10
published: ${published}
author: 某人
chapters:
  - title: 第 1 章
    test: shut
    sections:
      - { slug: shut, file: chapters/shut.md, free: true }
questions: [questions/all.md]
resources:
  - { slug: sheet, title: 还没有公开的资料, kind: file, file: resources/sheet.txt }
`,
  [`textbooks/${slug}/chapters/shut.md`]: '# 试读\n\n还没有公开的话，谁也看不到。\n\n@[question](shut)\n',
  [`textbooks/${slug}/questions/all.md`]: `## shut
type: judge
score: 1
test: shut
answer: true

还没有公开的题：${paidOnlyText}。

> 没有。
`,
  [`textbooks/${slug}/resources/sheet.txt`]: paidOnlyText,
})

/** A withdrawn textbook, and one published tomorrow. */
export const unpublishedFiles = { ...shutBook('withdrawn', '2026-09-01'), ...shutBook('coming', '2027-01-16') }

const shutBooks = (db: Db) =>
  db
    .selectFrom('curricula as c')
    .innerJoin('chapters as ch', 'ch.curriculum_id', 'c.id')
    .innerJoin('chapters as part', 'part.id', 'ch.parent_id')
    .innerJoin('questions as q', 'q.curriculum_id', 'c.id')
    .innerJoin('resources as r', 'r.curriculum_id', 'c.id')
    .select(['c.uid as book', 'ch.uid as chapter', 'part.uid as test', 'q.uid as question', 'r.uid as resource'])
    .select(['r.code', 'q.id as questionId', 'ch.id as chapterId', 'r.id as resourceId', 'c.published_at'])
    .where('c.slug', 'in', ['withdrawn', 'coming'])
    .where('ch.slug', '=', 'shut')
    .execute()

/** Adds unpublished content, and content published tomorrow. Returns their ids, with chapters and teacher. */
export async function addUnpublishedContent(db: Db, now: number) {
  const { id: subjectId } = await db.selectFrom('subjects').select('id').executeTakeFirstOrThrow()
  const teacher = await db.selectFrom('teachers').select(['id', 'uid']).executeTakeFirstOrThrow()
  const shut = (kind: 'course' | 'ebook', more: { published?: boolean; publishedAt?: number }) =>
    addCurriculum(db, {
      kind,
      title: '还没有公开的内容',
      price: 10,
      subjectId,
      teacherId: teacher.id,
      chapters: [{ title: '试读', free: true, text: ['还没有公开的话，谁也看不到'] }],
      ...more,
    })
  const hidden = await shut('ebook', { published: false })
  const coming = await shut('course', { publishedAt: now + 86_400 })
  const tomorrow = { published_at: now + 86_400 }
  const article = { slug: 'tomorrow', title: '明天的文章', summary: '', html: '', ...tomorrow }
  const { uid } = await db.insertInto('articles').values(article).returning('uid').executeTakeFirstOrThrow()
  const found = { kind: 'article' as const, target: uid, curriculumId: null, body: '', names: [] }
  await writeSearchDocuments(db, [{ ...found, title: article.title }])
  const version = { version: '99.0.0', notes: '明天的版本', force: true, url: '', ...tomorrow }
  await db.insertInto('app_versions').values(version).execute()
  const pool = await db.selectFrom('curricula').select('uid').where('slug', '=', 'pool').executeTakeFirstOrThrow()
  const application = await db
    .selectFrom('questions as q')
    .innerJoin('curricula as c', 'c.id', 'q.curriculum_id')
    .select('q.uid')
    .where('c.slug', '=', 'pool')
    .executeTakeFirstOrThrow()
  await db.updateTable('curricula').set({ published: false }).where('slug', '=', 'withdrawn').execute()
  const books = await shutBooks(db)
  if (!books.some(({ published_at }) => published_at > now)) throw new Error('nothing comes tomorrow any more')
  for (const { resourceId, chapterId } of books)
    await db.updateTable('resources').set({ chapter_id: chapterId }).where('id', '=', resourceId).execute()
  const ids = [hidden, coming]
    .flatMap((one) => [one.uid, one.chapter('试读').uid])
    .concat(books.flatMap(({ book, chapter, test, question, resource }) => [book, chapter, test, question, resource]))
    .concat(pool.uid, application.uid, teacher.uid)
  return { ids, books }
}

/**
 * Adds a user who closed the account after posting, and one whose student verification was revoked. Returns their ids.
 */
export async function addOthers(server: TestApp, school: { id: number; classes: number[] }, { book, chapter }: Where) {
  const { db, clock } = server
  const closedUser = await server.createUser()
  const { id: curriculumId } = await db
    .selectFrom('curricula')
    .select('id')
    .where('uid', '=', book)
    .executeTakeFirstOrThrow()
  await grantEntitlement(db, { userId: closedUser.id, curriculumId, source: 'test', now: clock.now() })
  await writePublicPosts(await server.as(closedUser), { book, chapter })
  await db.updateTable('users').set({ closed_at: clock.now() }).where('id', '=', closedUser.id).execute()
  const doubted = await server.createUser()
  await db.updateTable('users').set({ show_school: true }).where('id', '=', doubted.id).execute()
  await apply(db, doubted.id, school)
  return { gone: closedUser.uid, doubted: doubted.uid }
}

/** Adds a pending application for student verification. */
export const apply = (db: Db, userId: number, { id, classes }: { id: number; classes: number[] }) =>
  db
    .insertInto('student_applications')
    .values({
      user_id: userId,
      school_id: id,
      school_name: 'here',
      class_id: classes[0]!,
      class_name: '班',
      student_no: String(userId),
      name: '某人',
      submitted_at: 0,
    })
    .execute()

/** Adds a school with a roster: one claimed and one free entry. Adds an entry to the roster of another school. */
export async function addRoster(db: Db, takenBy: number, elsewhere: { id: number; classes: number[] }) {
  const school = await db
    .insertInto('schools')
    .values({
      uid: stableId('school', 'roster'),
      slug: 'roster',
      name: '名单大学',
      province: '',
      city: '',
      address: '',
      latitude: null,
      longitude: null,
      has_roster: true,
      position: 9,
    })
    .returning(['id', 'uid'])
    .executeTakeFirstOrThrow()
  const classes = await db
    .insertInto('classes')
    .values(
      ['one', 'two'].map((slug, position) => ({
        uid: stableId('class', `roster/${slug}`),
        school_id: school.id,
        slug,
        name: slug,
        college: '',
        year: 2026,
        position,
      })),
    )
    .returning(['id', 'uid'])
    .execute()
  const entry = { school_id: school.id, class_id: classes[0]!.id, name: '名单上的人' }
  await db
    .insertInto('rosters')
    .values([
      { ...entry, student_no: 'taken', claimed_by: takenBy, claimed_at: 0 },
      { ...entry, student_no: 'free' },
      { school_id: elsewhere.id, class_id: elsewhere.classes[0]!, name: entry.name, student_no: 'elsewhere' },
    ])
    .execute()
  return { school: school.uid, classes: [classes[0]!.uid, classes[1]!.uid] as const, name: entry.name }
}
