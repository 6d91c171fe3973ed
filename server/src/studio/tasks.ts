import type { studio } from '@dxx/contract/calls/staff/studio'
import type { ContentTask } from '@dxx/contract/calls/staff/studio-shapes'
import { sql } from 'kysely'
import { fail } from '../base/refusal'
import type { Environment, Handlers, StaffCtx } from '../context'
import type { Db } from '../db/connection'
import { enqueue } from '../jobs/queue'
import { curriculumScope } from '../modules/staff/public'
import type { Problem } from '../text/problems'
import { curriculumInScope, curriculumTarget } from './access'
import { joinedKey, uploadOf } from './uploads'

type TaskCall = 'POST /staff/v1/studio_import_start' | 'POST /staff/v1/studio_task_close'

/** Problems of a report that are stored; a book of thousands of flawed pages needs no longer list. */
const mostProblems = 300
/** Maximum size in bytes of a file that is read into a draft; videos are uploaded separately. */
const mostBytes = 500 * 1024 * 1024
/** Seconds for which the studio shows a finished task that staff have not closed. */
export const tasksStayFor = 7 * 86_400

/** Endings by kind of curriculum that a file can be read into. */
const endings = {
  textbook: /\.(docx|ipynb|md|markdown|zip|imscc)$/i,
  ebook: /\.(epub|docx|ipynb|md|markdown|zip)$/i,
  course: /\.(docx|ipynb|md|markdown|zip)$/i,
  bank: /\.zip$/i,
} as const

export const taskHandlers: Pick<Handlers<typeof studio>, TaskCall> = {
  'POST /staff/v1/studio_import_start': async (ctx, { upload: uid, section }) => {
    const upload = await uploadOf(ctx, uid)
    const curriculum = await curriculumInScope(ctx, upload.curriculum, 'content.edit', { lock: true })
    if (upload.received !== upload.bytes) fail('upload-not-received')
    if (!endings[curriculum.kind].test(upload.name)) fail('content-refused', { msg: refusedEnding[curriculum.kind] })
    if (upload.bytes > mostBytes) fail('content-refused', { msg: '文件不能超过 500 MB；视频请在课里单独上传' })
    const { db, clock, user } = ctx
    const busy = await db
      .selectFrom('content_tasks')
      .select('name')
      .where('curriculum_id', '=', curriculum.id)
      .where('kind', '=', 'file')
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirst()
    if (busy) fail('content-refused', { msg: `${busy.name} 还在读取，请等它读完` })
    const key = await joinedKey(ctx, upload)
    const { id, uid: taskUid } = await addTask(ctx, {
      curriculum_id: curriculum.id,
      created_by: user.id,
      created_at: clock.now(),
      updated_at: clock.now(),
      kind: 'file',
      name: upload.name.split(/[\\/]/).at(-1) || '文件',
      file_key: key,
      slug: section,
      state: 'waiting',
    })
    await enqueue(db, 'read_content_file', { id }, { runAt: clock.now() })
    ctx.audit({ target: curriculumTarget(curriculum), after: { file: upload.name, bytes: upload.bytes } })
    return { id: taskUid }
  },

  'POST /staff/v1/studio_task_close': async (ctx, { id }) => {
    const task = await ctx.db
      .selectFrom('content_tasks as t')
      .innerJoin('curricula as c', 'c.id', 't.curriculum_id')
      .select(['t.id', 't.state'])
      .where('t.uid', '=', id)
      .where(curriculumScope(ctx.staff, 'content.edit', 'c'))
      .executeTakeFirst()
    ctx.audit(null)
    if (!task) fail('import-not-found')
    if (task.state === 'waiting' || task.state === 'running') fail('content-refused', { msg: '还没有做完，请等一等' })
    await ctx.db.deleteFrom('content_tasks').where('id', '=', task.id).execute()
    return {}
  },
}

const refusedEnding = {
  textbook:
    '教材可以读入 Word（.docx）、Jupyter（.ipynb）、Markdown（.md）、课程包（.imscc）和内容文件夹的压缩包（.zip）',
  ebook: '电子书可以读入 EPUB、Word（.docx）、Jupyter（.ipynb）、Markdown（.md）和内容文件夹的压缩包（.zip）',
  course: '课程可以读入 Word（.docx）、Jupyter（.ipynb）、Markdown（.md）和内容文件夹的压缩包（.zip）',
  bank: '题库的章节可以读入内容文件夹的压缩包（.zip）；题目请在“题库”页导入',
} as const

interface NewTask {
  curriculum_id: number
  created_by: number
  created_at: number
  updated_at: number
  kind: 'file' | 'video'
  name: string
  file_key: string | null
  slug: string | null
  state: 'waiting'
}

/** Adds a task; reports of earlier tasks of the same kind and name are dropped. */
export async function addTask({ db }: Pick<StaffCtx, 'db'>, task: NewTask): Promise<{ id: number; uid: string }> {
  await db
    .deleteFrom('content_tasks')
    .where('curriculum_id', '=', task.curriculum_id)
    .where('kind', '=', task.kind)
    .where('state', 'in', ['done', 'failed'])
    .$if(task.kind === 'video', (query) => query.where('name', '=', task.name))
    .execute()
  return db.insertInto('content_tasks').values(task).returning(['id', 'uid']).executeTakeFirstOrThrow()
}

/** Marks a task as running, even if another process ran it and died. Undefined if it is finished or deleted. */
export async function takeTask(db: Db, id: number, now: number) {
  const task = await db
    .updateTable('content_tasks')
    .set({ state: 'running', updated_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst()
  if (!task) return undefined
  const curriculum = await db
    .selectFrom('curricula')
    .select(['id', 'uid', 'kind', 'slug', 'title', 'source_hash'])
    .where('id', '=', task.curriculum_id)
    .executeTakeFirstOrThrow()
  return { task, curriculum }
}

/** Records the current step of a task. It is only shown, so a failed update does not stop the task. */
export async function noteTask(db: Db, id: number, progress: string): Promise<void> {
  await db
    .updateTable('content_tasks')
    .set({ progress: progress.trim().slice(0, 200) })
    .where('id', '=', id)
    .execute()
    .catch(() => {})
}

/** Finishes a task with its report, and removes the uploaded file. */
export async function finishTask(
  { db, storage, clock }: Pick<Environment, 'db' | 'storage' | 'clock'>,
  id: number,
  state: 'done' | 'failed',
  { progress = '', problems = [] as Problem[] },
): Promise<void> {
  const { file_key: key } = await db
    .updateTable('content_tasks as t')
    .from('content_tasks as before')
    .set({
      state,
      progress,
      file_key: null,
      updated_at: clock.now(),
      report: JSON.stringify(problems.slice(0, mostProblems)),
    })
    .where('t.id', '=', id)
    .whereRef('before.id', '=', 't.id')
    .returning('before.file_key')
    .executeTakeFirstOrThrow()
  if (key) await storage.remove(key).catch(() => {})
}

export const errorOf = (file: string, text: string): Problem => ({ file, line: 0, level: 'error', text })

/** Running tasks of a curriculum, and finished ones that are not closed. */
export async function tasksOf(db: Db, curriculumId: number): Promise<ContentTask[]> {
  const { rows } = await sql<ContentTask>`
    select t.uid as id, t.kind, t.name, t.slug, t.state, t.progress, t.updated_at as at,
      coalesce(u.nickname, '') as by, t.report as problems
    from content_tasks t left join users u on u.id = t.created_by
    where t.curriculum_id = ${curriculumId} order by t.id desc limit 20`.execute(db)
  return rows
}

/** Deletes reports that were not closed in time. */
export async function endContentTasks({ db, clock }: Pick<Environment, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('content_tasks')
    .where('state', 'in', ['done', 'failed'])
    .where('updated_at', '<', clock.now() - tasksStayFor)
    .execute()
}
