import type { StudentCallName } from '@dxx/contract/calls'
import { catalogue } from '@dxx/contract/calls/catalogue'
import { community } from '@dxx/contract/calls/community'
import { library } from '@dxx/contract/calls/library'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { addCurriculum, addSubject, addTeacher } from '../../testing/catalogue'
import type { Client } from '../../testing/client'
import { grantEntitlement } from '../access/public'

/** Inputs of calls that need parameters. */
let inputs: Partial<Record<StudentCallName, object>>
let server: TestApp
let client: Client
let query: ReturnType<typeof vi.spyOn>

const kinds = ['course', 'ebook', 'textbook', 'bank'] as const
const names = { course: 'course', ebook: 'ebook', textbook: 'textbooks', bank: 'bank' } as const

let teacher: { id: number; uid: string }
let subject: { id: number; uid: string }
let reader: { id: number; uid: string }

/** Adds two curricula of each kind, which the user owns, studies, comments on and adds to favourites. */
async function addMore(): Promise<void> {
  for (const kind of kinds)
    for (let i = 0; i < 2; i++) {
      const item = await addCurriculum(server.db, {
        kind,
        title: `样本 ${kind} ${i}`,
        teacherId: teacher.id,
        subjectId: subject.id,
        chapters: [{ title: '样本一节', free: true, text: ['样本段落'] }],
      })
      await grantEntitlement(server.db, { userId: reader.id, curriculumId: item.id, source: 'test', now: testStart })
      const place = { curriculumId: item.uid, chapterId: item.chapter('样本一节').uid }
      await client.call(`POST /v1/${names[kind]}_collection`, { id: item.uid, on: true })
      await client.call('POST /v1/browse_add', { id: item.uid })
      const comment = await client.call('POST /v130/add_comment', { curriculumId: item.uid, stars: 5, text: '好' })
      await client.call('POST /v131/push_reply', { target: 'comment', id: comment.id, text: '谢谢' })
      await client.call('POST /v131/push_discuss', { ...place, text: '问' })
      await client.call('POST /v131/push_note', { ...place, text: '记', public: true })
      const progress = { user_id: reader.id, curriculum_id: item.id, chapter_id: item.chapter('样本一节').id }
      await server.db
        .insertInto('progress')
        .values({ ...progress, updated_at: testStart })
        .execute()
      inputs[`GET /v1/${names[kind]}_info`] = inputs[`GET /v1/${names[kind]}_chapter`] = { id: item.uid }
      if (kind === 'textbook') {
        inputs['GET /v131/get_discuss'] = { ...place, pageSize: 100 }
        inputs['GET /v130/comment_list'] = { curriculumId: item.uid, pageSize: 100 }
      }
      inputs['GET /v1/course_ebook'] = { id: item.uid }
      inputs['GET /v130/comment_info'] = { id: comment.id }
      inputs['GET /v131/reply_list'] = { target: 'comment', id: comment.id, pageSize: 100 }
      await server.db.deleteFrom('rate_counters').execute()
    }
}

beforeAll(async () => {
  server = await startTestApp()
  teacher = await addTeacher(server.db, '样本老师')
  subject = await addSubject(server.db, '样本学科')
  reader = await server.createUser()
  client = await server.as(reader)
  inputs = {
    'GET /v130/curriculum_search': { keyword: '样本', pageSize: 100 },
    'GET /v130/search_suggest': { keyword: '样本' },
    'GET /v130/teacher_info': { id: teacher.uid },
    'GET /v130/teacher_course': { id: teacher.uid, pageSize: 100 },
  }
  await addMore()
  query = vi.spyOn(pg.Client.prototype, 'query')
})
afterAll(() => server.close())

async function countQueries(name: StudentCallName, who: Client): Promise<number> {
  // Expires shared caches.
  server.clock.advance(31)
  // Marks the session as recently seen, so that the call does not update it.
  await server.db.updateTable('sessions').set({ last_seen_at: server.clock.now() }).execute()
  const before = query.mock.calls.length
  await who.call(name, (inputs[name] ?? {}) as never)
  return query.mock.calls.length - before
}

// Posts about a question need a question, which this test data lacks; community/question-posts.test.ts covers them.
const reads = Object.entries({ ...catalogue, ...community, ...library }).filter(
  ([name]) => name.startsWith('GET ') && !name.includes('/question_'),
)
const cases = reads.map(([name, { access }]) => [name as StudentCallName, access === 'public'] as const)

describe('queries per call', () => {
  /** Query counts of user and guest by call, before and after adding data. */
  const counts = new Map<string, number[]>()
  const measure = async () => {
    for (const [name, open] of cases) {
      const found = [await countQueries(name, client), open ? await countQueries(name, server.guest) : 0]
      counts.set(name, [...(counts.get(name) ?? []), ...found])
    }
  }
  beforeAll(async () => {
    await measure()
    await addMore()
    await addMore()
    await measure()
  })

  it.each(cases)('%s runs a small number of queries, independent of the amount of data', (name) => {
    const [user, guest, userLater, guestLater] = counts.get(name)!
    expect([userLater, guestLater]).toEqual([user, guest])
    // One query reads the session. The home page runs more queries, of which four are cached for 30 seconds.
    const home = name === 'GET /v1/course_index'
    expect(user).toBeLessThanOrEqual(home ? 9 : 6)
    expect(guest).toBeLessThanOrEqual(4)
  })
})
