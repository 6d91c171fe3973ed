import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../server/src/db/connection'
import { createConsoleSession } from '../../../server/src/http/console-session'
import { untilAnswered } from '../cluster/purchases'
import { clientAt, currentUnixSeconds, pause, type VerifyEnvironment } from '../environment'
import type { Pace } from './exam-students'

/** Actions other than exams and purchases, in percent. */
const shares = { home: 40, chapter: 40, list: 17, highlight: 2, program: 1 }
type Action = keyof typeof shares

interface Passage {
  curriculumId: string
  chapterId: string
  revision: number
  pid: string
  text: string
}

export interface MixedDay {
  /** Number of actions that succeeded. */
  done: number
  /** Ids of highlights that the server has confirmed. */
  highlights: string[]
  stop(): Promise<void>
}

/** Students browse, read, highlight and run programs at the given pace until stopped. */
export async function startMixedDay(
  environment: VerifyEnvironment,
  { db, tokens, at, pace }: { db: Db; tokens: string[]; at: () => string; pace: Pace },
): Promise<MixedDay> {
  const passages = await freePassages(db)
  let isRunning = true
  const running = () => isRunning
  const day: MixedDay = { done: 0, highlights: [], stop: async () => {} }
  const act = async (action: Action, token: string, passage: Passage): Promise<boolean> => {
    const send = (name: Parameters<ReturnType<typeof clientAt>['send']>[0], input: object) =>
      clientAt(at(), token).send(name, input)
    if (action === 'highlight')
      return highlight(passage, (input) => untilAnswered(running, () => send('POST /v1/textbooks_brightness', input)))
    const sent = {
      home: () => send('GET /v1/course_index', {}),
      chapter: () => send('GET /v1/textbooks_view_chapter', { id: passage.chapterId }),
      list: () => send('GET /v1/course_list', {}),
      program: () => send('POST /v1/runcode', { language: 'python', source: 'print(6 * 7)' }),
    }[action]()
    return sent.then(
      ({ code }) => code === 1,
      () => false,
    )
  }
  const highlight = async (passage: Passage, send: (input: object) => ReturnType<typeof untilAnswered>) => {
    const { curriculumId, chapterId, revision, pid, text } = passage
    const end = Math.min(8, text.length)
    const locator = { pid, start: 0, end, exact: text.slice(0, end), prefix: '', suffix: text.slice(end, end + 16) }
    const id = randomUUID()
    const input = { id, curriculumId, chapterId, revision, mark: 'yellow', locator, at: currentUnixSeconds() }
    const confirmed = (await send(input))?.code === 1
    if (confirmed) day.highlights.push(id)
    return confirmed
  }
  const work = tokens.map(async (token) => {
    while (isRunning) {
      const begin = performance.now()
      const passage = passages[Math.floor(Math.random() * passages.length)]!
      if (await act(randomAction(), token, passage)) day.done++
      else await pause(100)
      const left = pace.ms - (performance.now() - begin)
      if (left > 0) await pause(left)
    }
  })
  day.stop = async () => {
    isRunning = false
    await Promise.all(work)
  }
  environment.onEnd(() => day.stop())
  return day
}

function randomAction(): Action {
  let left = Math.random() * 100
  for (const [action, share] of Object.entries(shares) as [Action, number][]) {
    left -= share
    if (left < 0) return action
  }
  return 'home'
}

async function freePassages(db: Db): Promise<Passage[]> {
  const { rows } = await sql<Passage>`
    select c.uid as "curriculumId", ch.uid as "chapterId", ch.revision, p.pid, p.text
    from paragraphs p join chapters ch on ch.id = p.chapter_id join curricula c on c.id = ch.curriculum_id
    where c.kind = 'textbook' and c.published and ch.free and ch.kind = 'text' and ch.removed_at is null
      and length(p.text) between 8 and 200
    order by p.chapter_id, p.pid limit 500`.execute(db)
  return rows
}

/** A member of staff saves replies, each of which adds a row to the audit. */
export async function startStaffWork(environment: VerifyEnvironment, db: Db, at: () => string, everyMs: number) {
  const now = currentUnixSeconds()
  const owner = { nickname: '所有者', created_at: now }
  const { id } = await db.insertInto('users').values(owner).returning('id').executeTakeFirstOrThrow()
  const grant = { user_id: id, role: 'owner' as const, scope_kind: 'site' as const, created_at: now, renewed_at: now }
  await db.insertInto('staff_grants').values(grant).execute()
  const token = await createConsoleSession(db, { userId: id, factor: true, address: '', agent: '' }, now)
  const saved: string[] = []
  let isRunning = true
  const work = (async () => {
    while (isRunning) {
      const key = randomUUID()
      const input = { title: '回复', text: `只说一次 ${key}` }
      const answer = await untilAnswered(
        () => isRunning,
        () => clientAt(at(), token).send('POST /staff/v1/reply_save', input, { key }),
      )
      if (answer?.code === 1) saved.push(input.text)
      await pause(everyMs)
    }
  })()
  const stop = async () => {
    isRunning = false
    await work
  }
  environment.onEnd(stop)
  return { saved, stop }
}
