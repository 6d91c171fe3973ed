import { afterAll, afterEach, beforeAll } from 'vitest'
import { claimNames } from '../../adapters/lti/claims'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { type LtiVisitor, startLtiPlatform } from '../../testing/simulators/lti-platform'
import { addSchool, asStaff, createStaff } from '../../testing/staff'

export let server: TestApp
export let platform: Awaited<ReturnType<typeof startLtiPlatform>>
export let school: Awaited<ReturnType<typeof addSchool>>
let admin: { id: number }
/** Session of the console, which ends after an hour without a call. */
export const openConsole = () => asStaff(server, admin)
export let chapterUid: string

/** Adds a published e-book with one free chapter. */
async function addChapter(): Promise<string> {
  const { db, clock } = server
  const { id } = await db
    .insertInto('curricula')
    .values({
      kind: 'ebook',
      slug: 'lti-book',
      title: '链接的书',
      published: true,
      created_at: 0,
      published_at: clock.now(),
      chapter_count: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const uid = '6f6f6f6f-0000-4000-8000-000000000001'
  await db
    .insertInto('chapters')
    .values({
      uid,
      curriculum_id: id,
      parent_id: null,
      position: 0,
      slug: 'one',
      title: '第一章',
      kind: 'text',
      after_id: null,
      free: true,
      test_slug: null,
      html: '<p>文</p>',
      plain: '文',
      word_count: 1,
      minutes: 1,
      duration_seconds: 0,
      video_id: null,
      subtitles_id: null,
      content_hash: Buffer.alloc(32),
      updated_at: 0,
    })
    .execute()
  return uid
}

export const link = (target: string, id = 'link-1') => ({
  [claimNames.resourceLink]: { id, title: '第一章' },
  [claimNames.custom]: { target },
})
export const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url.replace(/^https?:\/\/[^/]+/, server.base), {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
    redirect: 'manual',
  })

/** Starts a launch; returns the platform's response and the cookie for the browser. */
export async function start(visitor: LtiVisitor, more: Record<string, unknown>, change: Record<string, string> = {}) {
  const hint = { iss: platform.url, login_hint: visitor.sub, target_link_uri: `${server.base}/lti/launch` }
  const response = await post(`${server.base}/lti/login`, { ...hint, ...change })
  const cookie = response.headers.get('set-cookie') ?? ''
  const { form, redirect } = await platform.authorize(response.headers.get('location')!, visitor, more)
  return { form, redirect, cookie }
}

/** Launches as a browser that sends its cookie; returns the page. */
export async function launch(visitor: LtiVisitor, more: Record<string, unknown>) {
  const { form, redirect, cookie } = await start(visitor, more)
  return post(redirect, form, { cookie: cookie.split(';')[0]! })
}
export const tokenIn = (page: string) => /#launch=([\w-]+)/.exec(page)?.[1] ?? ''
export const opened = async (visitor: LtiVisitor, more: Record<string, unknown>) =>
  server.guest.call('POST /v1/lti_session', { token: tokenIn(await (await launch(visitor, more)).text()) })

let visitors = 0
export const newVisitor = (more: Partial<LtiVisitor> = {}): LtiVisitor => ({
  sub: `m-${++visitors}`,
  name: '学生甲',
  ...more,
})
export const chapter = () => link(`chapter:${chapterUid}`)

/** Starts a server and a learning platform for the tests of a file. */
export function startLti(): void {
  beforeAll(async () => {
    platform = await startLtiPlatform({ now: () => server?.clock.now() ?? testStart })
    server = await startTestApp()
    platform.trust(async () => (await (await fetch(`${server.base}/lti/keys`)).json()) as never)
    school = await addSchool(server, 'lti')
    admin = await createStaff(server, 'school_admin', { kind: 'school', id: school.school.id })
    const console = await openConsole()
    await console.call('POST /staff/v1/lti_platform_save', {
      schoolId: school.school.uid,
      name: '江城 Moodle',
      enabled: true,
      ...platform.registration,
      numberFrom: 'sourcedid',
    })
    chapterUid = await addChapter()
  })
  afterAll(async () => {
    await server.close()
    await platform.close()
  })
  afterEach(() => platform.misbehave(null))
}
