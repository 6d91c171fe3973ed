import type { Assignment, assignments } from '@dxx/contract/calls/assignments'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import { inTransaction } from '../../db/transaction'
import { chapterLink, detailsLink } from '../catalogue/public'
import { ownUploads } from '../uploads/public'
import { handInsOf, shapeHandIn } from './hand-ins'
import { itemProgress } from './item-progress'
import { type AssignmentRow, extensionsOf, type ItemRow, itemsOf, ofStudent, readAssignments } from './queries'
import { isDone, stateOf, summarise } from './rules'

type StudentCtx = Pick<Ctx<'user'>, 'db' | 'user' | 'clock' | 'config'>

/** Days after the due date for which an assignment stays in the list. */
const listedDays = 120
const listMax = 100

const ownClass = (userId: number) =>
  sql<boolean>`c.id in (select x.class_id from class_students x where x.user_id = ${userId})`

/** Route where a student does an item. */
function linkOf({ kind, curriculumUid, curriculumKind, chapterUid, openUid, testUid, examUid }: ItemRow): string {
  if (kind === 'test') return `pages/exam/answer?chapter=${chapterUid}`
  if (kind === 'code' && testUid !== null) return `pages/exam/answer?chapter=${testUid}`
  if (kind === 'exam') return `pages/exam/answer?id=${examUid}`
  if (curriculumUid === null) return ''
  if (openUid === null) return detailsLink(curriculumKind!, curriculumUid)
  return chapterLink({ kind: curriculumKind!, curriculumId: curriculumUid, chapterId: openUid, chapterKind: 'text' })
}

async function shapeAll({ db, user, clock, config }: StudentCtx, rows: AssignmentRow[]): Promise<Assignment[]> {
  const now = clock.now()
  const assignmentIds = rows.map(({ id }) => id)
  if (assignmentIds.length === 0) return []
  const items = await itemsOf(db, assignmentIds)
  const done = await itemProgress(db, { assignmentIds, userId: user.id })
  const extensionOf = await extensionsOf(db, assignmentIds, user.id)
  const handIns = await handInsOf(
    db,
    user.id,
    items.flatMap(({ id, kind }) => (kind === 'handin' ? id : [])),
  )
  return rows.map((stored) => {
    const extension = extensionOf(stored.id, user.id)
    const row = { ...stored, dueAt: extension?.dueAt ?? stored.dueAt }
    const ownItems = items
      .filter(({ assignmentId }) => assignmentId === row.id)
      .map((item) => {
        const record = done.find(({ itemId }) => itemId === item.id)
        const handIn = handIns.find(({ item_id }) => item_id === item.id)
        return {
          id: item.uid,
          kind: item.kind,
          title: item.title,
          curriculum:
            item.curriculumUid === null
              ? null
              : { id: item.curriculumUid, kind: item.curriculumKind!, title: item.curriculumTitle! },
          link: linkOf(item),
          amount: item.amount,
          minPercent: item.minPercent,
          points: item.points,
          percent: record?.percent ?? 0,
          share: record?.share ?? 0,
          doneAt: record?.doneAt ?? null,
          done: isDone({ doneAt: record?.doneAt ?? null }),
          handIn: handIn ? shapeHandIn(handIn, row.dueAt, config.secret, now, user.uid) : null,
        }
      })
    const { percent, left } = summarise(ownItems, row)
    const { id: _, uid, withdrawnAt: __, classes, ...facts } = row
    return {
      ...facts,
      id: uid,
      classes: classes.map(({ name }) => name),
      state: stateOf(left, row, now),
      extension: extension?.reason ?? null,
      percent,
      left,
      items: ownItems,
    }
  })
}

/** Orders assignments: open ones by due date, then done and closed ones, newest first. */
function inOrder(list: Assignment[]): Assignment[] {
  const waits = ({ state }: Assignment) => state === 'open' || state === 'late'
  return [
    ...list.filter(waits).sort((a, b) => a.dueAt - b.dueAt),
    ...list.filter((one) => !waits(one)).sort((a, b) => b.dueAt - a.dueAt),
  ]
}

async function assignmentOf(ctx: StudentCtx, uid: string): Promise<Assignment> {
  const where = sql<boolean>`a.uid = ${uid}::uuid and ${ofStudent(ctx.user.id, ctx.clock.now())}`
  const [found] = await shapeAll(ctx, await readAssignments(ctx.db, where, ownClass(ctx.user.id)))
  return found ?? fail('assignment-not-found')
}

interface HandInInput {
  item: string
  text: string
  files: string[]
}

/** Stores a hand-in and returns the assignment. Files of the last hand-in may stay. */
async function handIn(ctx: StudentCtx, { item, text, files }: HandInInput): Promise<string> {
  const { user, clock } = ctx
  const now = clock.now()
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ id: number; uid: string; due_at: number; late: string }>`
      select i.id, a.uid, a.late, greatest(a.due_at, (select x.due_at from assignment_extensions x
        where x.assignment_id = a.id and x.user_id = ${user.id})) as due_at
      from assignment_items i join assignments a on a.id = i.assignment_id
      where i.uid = ${item}::uuid and i.kind = 'handin' and ${ofStudent(user.id, now)}`.execute(tx)
    const found = rows[0] ?? fail('assignment-not-found')
    if (found.late === 'close' && now > found.due_at) fail('assignment-closed')
    const [before] = await handInsOf(tx, user.id, [found.id])
    const previousFiles = before?.files ?? []
    const fresh = await ownUploads(
      tx,
      user.id,
      'homework',
      files.filter((id) => !previousFiles.some((file) => file.id === id)),
    )
    const stored = files.map((id) => {
      const upload = fresh.find((file) => file.uid === id)
      const { key, name, mime, bytes } =
        upload ?? previousFiles.find((file) => file.id === id) ?? fail('hand-in-file-missing')
      return { id, key, name, mime, bytes }
    })
    await sql`
      insert into assignment_submissions as h (item_id, user_id, text, files, submitted_at)
      values (${found.id}, ${user.id}, ${text}, ${JSON.stringify(stored)}::jsonb, ${now}::bigint)
      on conflict (item_id, user_id) do update set text = excluded.text, files = excluded.files,
        submitted_at = excluded.submitted_at, number = h.number + 1, score = null, graded_at = null,
        graded_by = null`.execute(tx)
    return found.uid
  })
}

export const handlers: Handlers<typeof assignments> = {
  'GET /v1/assignments': async (ctx) => {
    const now = ctx.clock.now()
    const where = sql<boolean>`${ofStudent(ctx.user.id, now)} and a.due_at > ${now - listedDays * 86_400}::bigint`
    const tail = sql`order by a.due_at desc, a.id desc limit ${listMax}`
    const list = inOrder(await shapeAll(ctx, await readAssignments(ctx.db, where, ownClass(ctx.user.id), tail)))
    return { list, waiting: list.filter(({ state }) => state === 'open' || state === 'late').length }
  },

  'GET /v1/assignment': (ctx, { id }) => assignmentOf(ctx, id),

  'POST /v1/hand_in': async (ctx, input) => assignmentOf(ctx, await handIn(ctx, input)),
}
