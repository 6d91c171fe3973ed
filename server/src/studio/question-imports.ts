import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { bank, QuestionFileFormat } from '@dxx/contract/calls/staff/bank'
import { questionFormatNames } from '@dxx/contract/rules/question-names'
import { sql } from 'kysely'
import { fail } from '../base/refusal'
import type { CurriculumRef } from '../base/stable-ids'
import type { Environment, Handlers, StaffCtx } from '../context'
import type { ImportNote } from '../db/schema/studio'
import { checkQuestionFile, importQuestionFile } from '../importer/questions/import-file'
import { UnreadableFile } from '../importer/questions/input'
import type { ImportedPaper } from '../importer/questions/paper'
import { draftPapers, mayHaveDrafts } from '../importer/questions/paper-drafts'
import { detectFormat } from '../importer/questions/read-file'
import { enqueue } from '../jobs/queue'
import { curriculumScope } from '../modules/staff/public'
import { addBalance, type Balance, formatBalance, noBalance } from '../text/balance'
import { createRenderer, type Renderer } from '../text/renderer'
import { curriculumInScope, curriculumTarget } from './access'
import { joinedKey, uploadOf } from './uploads'

type ImportCall = Extract<keyof typeof bank, `${string}bank_import${string}`>
type JobEnv = Pick<Environment, 'db' | 'storage' | 'clock'>

/** Maximum number of notes that are stored with a report, for files with thousands of invalid questions. */
const mostNotes = 1000

async function importInScope({ db, staff }: StaffCtx, uid: string) {
  const row = await db
    .selectFrom('question_imports as i')
    .innerJoin('curricula as c', 'c.id', 'i.curriculum_id')
    .leftJoin('users as u', 'u.id', 'i.created_by')
    .selectAll('i')
    .select(['c.uid as bankUid', 'c.title', 'u.nickname'])
    .where('i.uid', '=', uid)
    .where(curriculumScope(staff, 'bank.edit', 'c'))
    .executeTakeFirst()
  return row ?? fail('import-not-found')
}

export const importHandlers: Pick<Handlers<typeof bank>, ImportCall> = {
  'POST /staff/v1/bank_import_start': async (ctx, { upload: uid, chapter, format }) => {
    const upload = await uploadOf(ctx, uid)
    const home = await curriculumInScope(ctx, upload.curriculum, 'bank.edit')
    if (upload.received !== upload.bytes) fail('upload-not-received')
    const { db, clock, user } = ctx
    const place = chapter
      ? await db
          .selectFrom('chapters')
          .select('slug')
          .where('uid', '=', chapter)
          .where('curriculum_id', '=', home.id)
          .where('removed_at', 'is', null)
          .executeTakeFirst()
      : null
    if (place === undefined) fail('content-refused', { msg: '没有找到这一章，请重新选择' })
    const key = await joinedKey(ctx, upload)
    const { id, uid: importUid } = await db
      .insertInto('question_imports')
      .values({
        curriculum_id: home.id,
        created_by: user.id,
        created_at: clock.now(),
        name: upload.name.split(/[\\/]/).at(-1) || '题目',
        file_key: key,
        chapter: place?.slug ?? null,
        format,
        state: 'checking',
      })
      .returning(['id', 'uid'])
      .executeTakeFirstOrThrow()
    await enqueue(db, 'check_questions', { id }, { runAt: clock.now() })
    ctx.audit({ target: curriculumTarget(home), after: { file: upload.name, bytes: upload.bytes } })
    return { id: importUid }
  },

  'GET /staff/v1/bank_import': async (ctx, { id }) => {
    const row = await importInScope(ctx, id)
    const { name, format, state, accepted, refused, report } = row
    const home = { id: row.bankUid, title: row.title }
    return {
      id,
      name,
      format,
      bank: home,
      by: row.nickname ?? '',
      at: row.created_at,
      state,
      accepted,
      refused,
      report,
    }
  },

  'POST /staff/v1/bank_import_check': async (ctx, { id, format }) => {
    const row = await importInScope(ctx, id)
    const { db, clock } = ctx
    ctx.audit(null)
    const { numUpdatedRows } = await db
      .updateTable('question_imports')
      .set({ state: 'checking', format, accepted: 0, refused: 0, report: '[]' })
      .where('id', '=', row.id)
      .where('state', 'in', ['checked', 'failed'])
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await enqueue(db, 'check_questions', { id: row.id }, { runAt: clock.now() })
    else if (row.state !== 'checking') fail('content-refused', { msg: '这个文件已经导入，请重新选择文件' })
    return {}
  },

  'POST /staff/v1/bank_import_run': async (ctx, { id }) => {
    const row = await importInScope(ctx, id)
    const { numUpdatedRows } = await ctx.db
      .updateTable('question_imports')
      .set({ state: 'importing' })
      .where('id', '=', row.id)
      .where('state', '=', 'checked')
      .where('accepted', '>', 0)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) {
      if (row.state !== 'importing' && row.state !== 'done')
        fail('content-refused', { msg: '这个文件里没有可以导入的题' })
      ctx.audit(null)
      return {}
    }
    await enqueue(ctx.db, 'import_questions', { id: row.id }, { runAt: ctx.clock.now() })
    ctx.audit({
      target: curriculumTarget({ uid: row.bankUid, title: row.title }),
      after: { file: row.name, questions: row.accepted },
    })
    return {}
  },
}

export interface QuestionImportJob {
  id: number
}

/** Runs a step on the uploaded file, under its own name: importing the same file again updates its questions. */
async function withFile(
  { db, storage }: JobEnv,
  id: number,
  state: 'checking' | 'importing',
  run: (path: string, row: NonNullable<Awaited<ReturnType<typeof readImport>>>, renderer: Renderer) => Promise<void>,
): Promise<void> {
  const row = await readImport(db, id)
  if (!row?.file_key || row.state !== state) return
  const folder = await mkdtemp(join(tmpdir(), 'dxx-questions-'))
  const renderer = createRenderer()
  try {
    const path = join(folder, row.name)
    await pipeline(await storage.read(row.file_key), createWriteStream(path))
    await run(path, row, renderer)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const report: ImportNote[] = [{ line: 0, item: '', level: 'error', text: error.message }]
    await finishStep(db, id, { state: 'failed', accepted: 0, refused: 0, report })
  } finally {
    await renderer.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const readImport = (db: JobEnv['db'], id: number) =>
  db
    .selectFrom('question_imports as i')
    .innerJoin('curricula as c', 'c.id', 'i.curriculum_id')
    .selectAll('i')
    .select(['c.kind', 'c.slug'])
    .where('i.id', '=', id)
    .executeTakeFirst()

interface Step {
  state: 'checked' | 'done' | 'failed'
  accepted: number
  refused: number
  report: ImportNote[]
}

async function finishStep(db: JobEnv['db'], id: number, { report, ...step }: Step): Promise<void> {
  await db
    .updateTable('question_imports')
    .set({ ...step, report: JSON.stringify(report.slice(0, mostNotes)) })
    .where('id', '=', id)
    .execute()
}

/** Job: reads and compiles every question of the file and stores the report; nothing is imported. */
export const checkQuestions = (env: JobEnv, { id }: QuestionImportJob) =>
  withFile(env, id, 'checking', async (path, row, renderer) => {
    const report: ImportNote[] = []
    let [accepted, refused] = [0, 0]
    const format = row.format ?? (await detectFormat(path))
    await env.db.updateTable('question_imports').set({ format }).where('id', '=', id).execute()
    const balance = noBalance()
    const { kind, slug, curriculum_id: curriculumId, chapter } = row
    const into = { db: env.db, to: { kind, slug }, curriculumId, chapter: chapter ?? undefined, now: env.clock.now() }
    const checked = checkQuestionFile(renderer, path, format, into)
    for await (const { line, item, reason, isOther, notes, balance: fileBalance } of checked) {
      addBalance(balance, fileBalance)
      if (reason !== null) refused++
      else if (!isOther) accepted++
      if (reason !== null) report.push({ line, item, level: 'error', text: reason })
      for (const text of notes) report.push({ line, item, level: 'warning', text })
    }
    report.unshift(...balanceNotes(balance, format))
    await finishStep(env.db, id, { state: 'checked', accepted, refused, report })
  })

/** Job: imports the valid questions of the file into its bank. */
export const importQuestions = (env: JobEnv, { id }: QuestionImportJob) =>
  withFile(env, id, 'importing', async (path, row, renderer) => {
    const { db, storage, clock } = env
    const to = { kind: row.kind, slug: row.slug }
    const { chapter, format } = row
    const options = { chapter: chapter ?? undefined, format: format ?? undefined, now: clock.now() }
    const done = await importQuestionFile({ db, storage, renderer, path, to, ...options })
    const report = [
      ...balanceNotes(done.balance),
      ...(await paperNotes(env, row, done.papers)),
      ...done.refused.map(({ line, item, reason }): ImportNote => ({ line, item, level: 'error', text: reason })),
      ...done.notes.map(({ line, item, note }): ImportNote => ({ line, item, level: 'warning', text: note })),
    ]
    await finishStep(db, id, { state: 'done', accepted: done.imported, refused: done.refused.length, report })
    await sql`update question_imports set file_key = null where id = ${id}`.execute(db)
    await storage.remove(row.file_key!).catch(() => {})
  })

/**
 * Names the detected format, and compares the counts of the file with those of the imported content, as the commands
 * do.
 */
function balanceNotes(balance: Balance, format?: QuestionFileFormat): ImportNote[] {
  const lines = [format === undefined ? '' : `读取的格式：${questionFormatNames[format]}`, formatBalance(balance) ?? '']
  return lines.filter(Boolean).map((text) => ({ line: 0, item: '', level: 'info', text }))
}

/** Stores the papers of a package as exam drafts of the member of staff who imported it. */
async function paperNotes(
  { db, clock }: JobEnv,
  row: { kind: CurriculumRef['kind']; slug: string; name: string; created_by: number | null },
  papers: ImportedPaper[],
): Promise<ImportNote[]> {
  const now = clock.now()
  const owner = row.created_by
  const note = (item: string, text: string, level: ImportNote['level'] = 'warning'): ImportNote => ({
    line: 0,
    item,
    level,
    text,
  })
  if (papers.length === 0) return []
  if (owner === null || !(await mayHaveDrafts(db, owner, now)))
    return papers.map(({ title }) => note(title, '没有带入试卷：放进考试草稿要有组织考试的权限'))
  const drafts = await draftPapers(db, papers, { to: row, name: row.name, owner, now })
  return drafts.flatMap(({ title, created, notes }) => [
    note(
      title,
      created ? '试卷已放进考试草稿，请补上学校、班级和时间' : '试卷的草稿以前已经放进去了，没有改动',
      'info',
    ),
    ...notes.map((text) => note(title, text)),
  ])
}
