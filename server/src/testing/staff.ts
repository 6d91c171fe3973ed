import { createHash, randomUUID } from 'node:crypto'
import type { Role, ScopeKind } from '@dxx/contract/staff'
import { Secret, TOTP } from 'otpauth'
import { inTransaction } from '../db/transaction'
import { createConsoleSession } from '../http/console-session'
import { grantRole } from '../modules/staff/grants'
import type { TestApp } from './app'

export interface TestScope {
  kind: ScopeKind
  id: number | null
}

const site: TestScope = { kind: 'site', id: null }

/** Creates a user with one role, granted as by a shell command. */
export async function createStaff(app: TestApp, role: Role, scope: TestScope = site, nickname = '员工') {
  const user = await app.createUser({ nickname })
  await giveRole(app, user, role, scope)
  return user
}

export function giveRole(app: TestApp, { id }: { id: number }, role: Role, scope: TestScope = site) {
  const given = { userId: id, role, scopeKind: scope.kind, scopeId: scope.id, endsAt: null, by: null }
  return inTransaction(app.db, (tx) => grantRole(tx, given, app.clock.now()))
}

/** Returns a client with a staff console session. By default the user has just proved the password. */
export async function asStaff(app: TestApp, { id }: { id: number }, { proved = true, factor = false } = {}) {
  const now = app.clock.now()
  const token = await createConsoleSession(app.db, { userId: id, factor, address: '127.0.0.1', agent: 'test' }, now)
  await app.db
    .updateTable('console_sessions')
    .set({ proof_at: proved ? now : null })
    .where('token_hash', '=', createHash('sha256').update(token).digest())
    .execute()
  return app.withToken(token)
}

/** Returns the code that an authenticator app shows at this time. */
export const codeAt = (secret: string, now: number) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: now * 1000,
  })

/** Adds a school with two classes and one exam of the first class. */
export async function addSchool({ db, clock }: TestApp, slug: string) {
  const school = await db
    .insertInto('schools')
    .values({
      uid: randomUUID(),
      slug,
      name: `${slug} 大学`,
      province: '',
      city: '',
      address: '',
      latitude: null,
      longitude: null,
      has_roster: true,
      position: 0,
    })
    .returning(['id', 'uid', 'name'])
    .executeTakeFirstOrThrow()
  const addClass = (name: string, position: number) =>
    db
      .insertInto('classes')
      .values({ uid: randomUUID(), school_id: school.id, slug: name, name, college: '', year: 2026, position })
      .returning(['id', 'uid', 'name'])
      .executeTakeFirstOrThrow()
  const [first, second] = [await addClass('一班', 0), await addClass('二班', 1)]
  const now = clock.now()
  const exam = await db
    .insertInto('exams')
    .values({
      slug: `${slug}-exam`,
      school_id: school.id,
      title: `${slug} 期中考试`,
      notice: '',
      starts_at: now,
      ends_at: now + 3600,
      duration: 3600,
      attempts_allowed: 1,
      score: 100,
      pass_score: 60,
      question_count: 0,
      analysis: 'never',
      rank: false,
      shuffle_questions: false,
      shuffle_options: false,
      seed: Buffer.alloc(16),
      closes_at: now + 3600,
      published_at: now,
    })
    .returning(['id', 'uid', 'title'])
    .executeTakeFirstOrThrow()
  await db.insertInto('exam_classes').values({ exam_id: exam.id, class_id: first.id }).execute()
  return { school, first, second, exam }
}
