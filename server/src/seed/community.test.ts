import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { repoRoot } from '../base/paths'
import { stableId } from '../base/stable-ids'
import { startTestApp, type TestApp, testStart } from '../testing/app'
import type { Client } from '../testing/client'
import { seedCommunity } from './community'
import { comments, discussions, notes } from './community-texts'
import { highlights, studySessions } from './study-plan'

const folders = { courses: 'course', ebooks: 'ebook', textbooks: 'textbook', banks: 'bank' } as const

interface Section {
  slug?: string
  sections?: Section[]
  lessons?: Section[]
}

/** Lists the sample content by its manifests: `kind/slug` and chapter slugs. */
function sampleContent() {
  return Object.entries(folders).flatMap(([folder, kind]) =>
    readdirSync(join(repoRoot, 'content', folder)).flatMap((slug) => {
      const path = join(repoRoot, 'content', folder, slug)
      const manifest = parse(
        readFileSync(join(path, readdirSync(path).find((name) => name.endsWith('.yaml'))!), 'utf8'),
      )
      const chapters = ((manifest.chapters ?? []) as Section[]).flatMap((one) => one.sections ?? one.lessons ?? [one])
      const { title, hidden, tags = [] } = manifest
      // Hidden banks and announced titles are left out, because users cannot comment on them.
      const closed = hidden || tags.includes('即将上架')
      return closed ? [] : { kind, slug, title: String(title), chapters: chapters.map((chapter) => chapter.slug!) }
    }),
  )
}

const content = sampleContent()
const chaptersOf = new Map(content.map(({ kind, slug, chapters }) => [`${kind}/${slug}`, chapters]))

let server: TestApp
let student: Client
beforeAll(async () => {
  server = await startTestApp()
  const { db } = server
  for (const { kind, slug, title, chapters } of content) {
    const { id } = await db
      .insertInto('curricula')
      .values({ kind, slug, title, learners: 100, chapter_count: chapters.length, created_at: testStart })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (chapters.length > 0)
      await db
        .insertInto('chapters')
        .values(
          chapters.map((chapter, position) => ({
            uid: stableId('test', `${kind}/${slug}/${chapter}`),
            curriculum_id: id,
            position,
            slug: chapter,
            title: chapter,
            kind: 'text' as const,
            free: false,
            html: '',
            plain: '',
            word_count: 0,
            minutes: 0,
            duration_seconds: 600,
            content_hash: Buffer.alloc(32),
            updated_at: testStart,
          })),
        )
        .execute()
  }
  for (const slug of ['student', 'buyer'])
    await db
      .insertInto('users')
      .values({ uid: stableId('user', slug), nickname: slug, created_at: testStart })
      .execute()
  await seedCommunity(db, testStart)
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('uid', '=', stableId('user', 'student'))
    .executeTakeFirstOrThrow()
  student = await server.as({ id })
})
afterAll(() => server.close())

describe('seed texts', () => {
  it('comments exist for every item, and discussions, notes and study plans refer to existing chapters', () => {
    expect(Object.keys(comments).sort()).toEqual([...chaptersOf.keys()].sort())
    for (const { item, chapter } of [...discussions, ...notes]) expect(chaptersOf.get(item), item).toContain(chapter)
    for (const [, item, chapter] of Object.values(studySessions).flat())
      expect(chaptersOf.get(item), item).toContain(chapter)
    for (const { item, chapter } of Object.values(highlights).flat())
      expect(chaptersOf.get(item), item).toContain(chapter)
  })

  it('no author comments on an item twice, and no text occurs twice', () => {
    const texts = [...Object.values(comments).flat(), ...discussions, ...notes].map(({ text }) => text)
    expect(new Set(texts).size).toBe(texts.length)
    for (const list of Object.values(comments)) expect(new Set(list.map(({ by }) => by)).size).toBe(list.length)
  })

  it('every item has at least 3 ratings, and the student has favourites, notes and history', async () => {
    for (const kind of ['course', 'ebook', 'textbooks', 'bank'] as const)
      for (const card of (await server.guest.call(`GET /v1/${kind}_list`, {})).list)
        expect(card.ratingCount).toBeGreaterThanOrEqual(3)
    expect(await student.call('GET /v1/my_counts', {})).toMatchObject({ favourites: 7, notes: 8, browsed: 11 })
    expect((await server.guest.call('GET /v130/search_hot', {})).length).toBeGreaterThan(5)
  })

  it('posts have no future dates, and seeding again changes nothing', async () => {
    const state = async () => ({
      posts: await server.db.selectFrom('posts').select(['uid', 'created_at']).orderBy('id').execute(),
      likes: await server.db.selectFrom('likes').selectAll().orderBy('post_id').orderBy('user_id').execute(),
      curricula: await server.db
        .selectFrom('curricula')
        .select(['slug', 'ratings', 'learners'])
        .orderBy('id')
        .execute(),
      users: await server.db.selectFrom('users').select('uid').orderBy('id').execute(),
    })
    const before = await state()
    for (const { created_at } of before.posts) expect(created_at).toBeLessThanOrEqual(testStart)
    await seedCommunity(server.db, testStart + 86_400)
    expect(await state()).toEqual(before)
  })
})
