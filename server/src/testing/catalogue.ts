import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/connection'
import type { ChapterKind } from '../db/schema/catalogue'
import { type SearchDocument, writeSearchDocuments } from '../importer/search-documents'
import { parseHtml } from '../text/document'
import { topicTexts } from '../text/terms'
import { gramsOf } from '../text/text'
import { testStart } from './app'

type Kind = 'course' | 'ebook' | 'textbook' | 'bank'

interface NewChapter {
  title: string
  kind?: ChapterKind
  free?: boolean
  /** One string per paragraph; the pids are p1, p2, … */
  text?: string[]
  /** Title of the parent: the heading above this chapter, or the chapter that this extra reading belongs to. */
  below?: string
  seconds?: number
}

interface NewCurriculum {
  kind?: Kind
  title?: string
  subtitle?: string
  summary?: string
  author?: string
  price?: number
  discount?: number
  learners?: number
  publishedAt?: number
  published?: boolean
  subjectId?: number
  teacherId?: number
  tags?: string[]
  chapters?: NewChapter[]
  related?: { kind: Kind; slug: string }[]
}

/** Inserts content as an import would, without files. */
export async function addCurriculum(db: Db, input: NewCurriculum = {}) {
  const { kind = 'course', title = '一门课', chapters = [], tags = [], summary = '', author = '' } = input
  const slug = randomUUID()
  const read = chapters.filter((chapter) => ['text', 'video', undefined].includes(chapter.kind))
  const row = await db
    .insertInto('curricula')
    .values({
      kind,
      slug,
      title,
      subtitle: input.subtitle ?? '',
      summary,
      author,
      tags,
      price_cents: Math.round((input.price ?? 0) * 100),
      discount_percent: input.discount ?? 100,
      learners: input.learners ?? 0,
      published: input.published ?? true,
      published_at: input.publishedAt ?? testStart - 86_400,
      subject_id: input.subjectId ?? null,
      teacher_id: input.teacherId ?? null,
      chapter_count: read.length,
      created_at: testStart,
    })
    .returning(['id', 'uid'])
    .executeTakeFirstOrThrow()
  const documents: SearchDocument[] = [
    {
      kind,
      target: row.uid,
      curriculumId: row.id,
      title,
      body: [author, ...tags, summary].join('\n'),
      names: [title, ...tags],
    },
  ]
  const ids = new Map<string, { id: number; uid: string }>()
  for (const [position, chapter] of chapters.entries()) {
    const added = await addChapter(db, row.id, position, chapter, ids)
    ids.set(chapter.title, added)
    if (chapter.kind !== 'part')
      documents.push({
        kind: 'chapter',
        target: added.uid,
        curriculumId: row.id,
        title: chapter.title,
        body: '',
        names: [chapter.title],
        book: title,
        topics: topicTexts(parseHtml((chapter.text ?? []).map((one) => `<p>${one}</p>`).join('')).children),
      })
  }
  await writeSearchDocuments(db, documents)
  for (const [position, one] of (input.related ?? []).entries())
    await db
      .insertInto('related_curricula')
      .values({ curriculum_id: row.id, position, ...one })
      .execute()
  return { ...row, kind, slug, title, chapter: (name: string) => ids.get(name)! }
}

async function addChapter(
  db: Db,
  curriculumId: number,
  position: number,
  { title, kind = 'text', free = false, text = [], below, seconds = 0 }: NewChapter,
  ids: Map<string, { id: number; uid: string }>,
) {
  const owner = below ? ids.get(below)!.id : null
  const row = await db
    .insertInto('chapters')
    .values({
      uid: randomUUID(),
      curriculum_id: curriculumId,
      parent_id: kind === 'expand' ? null : owner,
      after_id: kind === 'expand' ? owner : null,
      position,
      slug: `chapter-${position}`,
      title,
      kind,
      free,
      test_slug: null,
      html: text.map((one) => `<p>${one}</p>`).join(''),
      plain: text.join('\n'),
      word_count: text.join('').length,
      minutes: 1,
      duration_seconds: seconds,
      content_hash: createHash('sha256').update(title).digest(),
      updated_at: testStart,
    })
    .returning(['id', 'uid'])
    .executeTakeFirstOrThrow()
  for (const [i, paragraph] of text.entries())
    await sql`
      insert into paragraphs (chapter_id, pid, position, text, grams)
      values (${row.id}, ${`p${i + 1}`}, ${i}, ${paragraph}, array_to_tsvector(${gramsOf(paragraph)}::text[]))`.execute(
      db,
    )
  return row
}

let names = 0

export function addSubject(db: Db, name: string) {
  const position = names++
  return db
    .insertInto('subjects')
    .values({ uid: randomUUID(), slug: `subject-${position}`, name, colour: 'blue', position })
    .returning(['id', 'uid'])
    .executeTakeFirstOrThrow()
}

export async function addTeacher(db: Db, name: string) {
  const position = names++
  const row = await db
    .insertInto('teachers')
    .values({
      uid: randomUUID(),
      slug: `teacher-${position}`,
      name,
      title: '讲师',
      intro_html: '<p>教书的人</p>',
      avatar_id: null,
      position,
    })
    .returning(['id', 'uid'])
    .executeTakeFirstOrThrow()
  await writeSearchDocuments(db, [
    { kind: 'teacher', target: row.uid, curriculumId: null, title: name, body: '讲师', names: [name] },
  ])
  return row
}
