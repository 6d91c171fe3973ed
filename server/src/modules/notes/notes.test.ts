import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../testing/app'
import { createReadingFixture, type Reading, type ReadingFixture } from '../reading/reading.fixture'

const day = 86_400
let room: ReadingFixture
let server: TestApp
let now: Reading
beforeAll(async () => {
  room = await createReadingFixture()
  server = room.server
})
afterAll(() => room.close())
beforeEach(async () => {
  now = await room.reset()
})

const quote = '最后放上去的那只，总是最先被拿走'

/** Writes a highlight, one with a thought, a bookmark and a note, a second apart. */
async function writeAll() {
  const highlight = await room.change(now, quote)
  await now.client.call('POST /v1/textbooks_brightness', highlight)
  server.clock.advance(1)
  const thought = await room.change(now, '只允许', { mark: 'green', note: '限制在一端', at: server.clock.now() })
  await now.client.call('POST /v1/textbooks_brightness', thought)
  server.clock.advance(1)
  const bookmark = await room.change(now, '只允许', { mark: 'bookmark', at: server.clock.now() })
  await now.client.call('POST /v1/textbooks_brightness', bookmark)
  server.clock.advance(1)
  const here = { curriculumId: now.curriculum.uid, chapterId: now.ids.one! }
  const note = await now.client.call('POST /v131/push_note', { ...here, text: '栈和队列对比' })
  return { highlight: highlight.id, thought: thought.id, bookmark: bookmark.id, note: note.id }
}

const idsOf = async (input: object = {}, by = now.client) =>
  (await by.call('GET /v1/my_notes', input)).list.map(({ id }) => id)

describe('the list of all notes', () => {
  it('my_notes lists highlights, thoughts, bookmarks and notes, last changed first, and filters them', async () => {
    const { highlight, thought, bookmark, note } = await writeAll()
    expect(await idsOf()).toEqual([note, bookmark, thought, highlight])
    expect(await idsOf({ kind: 'thought' })).toEqual([thought])
    expect(await idsOf({ kind: 'note' })).toEqual([note])
    expect(await idsOf({ mark: 'green' })).toEqual([thought])
    expect(await idsOf({ curriculum: now.curriculum.uid })).toHaveLength(4)
    expect(await idsOf({ curriculum: note })).toEqual([])
    expect(await idsOf({ keyword: '限制' })).toEqual([thought])
    expect(await idsOf({ keyword: '总是最先' })).toEqual([highlight])
    expect(await idsOf({ keyword: '%' })).toEqual([])
    const first = await now.client.call('GET /v1/my_notes', { pageSize: 3 })
    expect(first).toMatchObject({ total: 4, hasMore: true })
    expect(await idsOf({ pageSize: 3, lastItem: first.lastItem! })).toEqual([highlight])
    expect(first.list[2]).toMatchObject({ kind: 'thought', quote: '只允许', text: '限制在一端', open: true })
    await now.client.call('POST /v1/textbooks_delete_brightness', { id: thought })
    expect(await idsOf()).toEqual([note, bookmark, highlight])
  })

  it('my_notes, its summary, its export and its cards contain no notes of other users', async () => {
    await writeAll()
    server.clock.advance(2 * day)
    expect(await idsOf({}, now.stranger)).toEqual([])
    expect(await now.stranger.call('GET /v1/my_notes_summary', {})).toEqual({
      total: 0,
      due: 0,
      kinds: [],
      marks: [],
      curricula: [],
    })
    expect((await now.stranger.call('GET /v1/my_notes_export', {})).count).toBe(0)
    expect(await now.stranger.call('GET /v1/note_cards', {})).toEqual({ list: [], due: 0 })
    expect(await server.guest.send('GET /v1/my_notes', {})).toMatchObject({ code: 3 })
  })

  it('my_notes_summary counts by kind and curriculum, and my_counts and study lists give the same number', async () => {
    await writeAll()
    expect(await now.client.call('GET /v1/my_notes_summary', {})).toMatchObject({
      total: 4,
      due: 0,
      kinds: [
        { kind: 'highlight', count: 1 },
        { kind: 'thought', count: 1 },
        { kind: 'note', count: 1 },
        { kind: 'bookmark', count: 1 },
      ],
      marks: [
        { mark: 'yellow', count: 1 },
        { mark: 'green', count: 1 },
      ],
      curricula: [{ id: now.curriculum.uid, count: 4 }],
    })
    expect((await now.client.call('GET /v1/my_counts', {})).notes).toBe(4)
    const shelf = await now.client.call('GET /v130/study_library', {})
    expect(shelf.list.find(({ id }) => id === now.curriculum.uid)?.notes).toBe(4)
  })

  it('my_notes_export writes the filtered notes as Markdown by curriculum and chapter', async () => {
    await writeAll()
    const all = await now.client.call('GET /v1/my_notes_export', {})
    expect(all).toMatchObject({ count: 4, mime: 'text/markdown' })
    expect(all.text).toContain(`> ${quote}`)
    expect(all.text.match(/^## /gm)).toHaveLength(1)
    const one = await now.client.call('GET /v1/my_notes_export', { kind: 'thought' })
    expect(one.text).toContain('> 只允许\n\n限制在一端')
    expect(one.text).not.toContain(quote)
  })
})

describe('review of notes', () => {
  it('cards are due a day after they were written, bookmarks never, and a review moves the date', async () => {
    const { highlight, thought, note } = await writeAll()
    expect((await now.client.call('GET /v1/note_cards', {})).list).toEqual([])
    server.clock.advance(day)
    const due = await now.client.call('GET /v1/note_cards', {})
    expect(due.list.map(({ id }) => id)).toEqual([highlight, thought, note])
    const knew = await now.client.call('POST /v1/note_review', { id: highlight, memory: 'knew' })
    const forgot = await now.client.call('POST /v1/note_review', { id: note, memory: 'forgot' })
    expect(knew.dueAt).toBeGreaterThan(forgot.dueAt)
    expect(forgot.dueAt).toBe(server.clock.now() + day)
    expect((await now.client.call('GET /v1/note_cards', {})).list.map(({ id }) => id)).toEqual([thought])
    server.clock.set(knew.dueAt)
    const again = await now.client.call('POST /v1/note_review', { id: highlight, memory: 'knew' })
    expect(again.dueAt - knew.dueAt).toBeGreaterThan(day)
  })

  it('note_review rejects bookmarks, unknown notes and notes of other users', async () => {
    const { bookmark, highlight } = await writeAll()
    const refused = { data: { error: 'note-not-found' } }
    expect(await now.client.send('POST /v1/note_review', { id: bookmark, memory: 'knew' })).toMatchObject(refused)
    expect(await now.stranger.send('POST /v1/note_review', { id: highlight, memory: 'knew' })).toMatchObject(refused)
  })

  it('deleting a highlight or a note deletes its schedule from the due cards', async () => {
    const { highlight, note } = await writeAll()
    server.clock.advance(day)
    for (const id of [highlight, note]) await now.client.call('POST /v1/note_review', { id, memory: 'forgot' })
    await now.client.call('POST /v131/delete_note', { id: note })
    await now.client.call('POST /v1/textbooks_delete_brightness', { id: highlight })
    server.clock.advance(2 * day)
    const { list } = await now.client.call('GET /v1/note_cards', {})
    expect(list.map(({ id }) => id)).not.toContain(note)
    expect(list.map(({ id }) => id)).not.toContain(highlight)
  })
})
