import { sql } from 'kysely'
import type { Storage } from '../adapters/storage/storage'
import { fail } from '../base/refusal'
import type { Db } from '../db/connection'
import type { QuestionEditAction } from '../db/schema/studio'
import { markConsoleFields } from '../importer/console-fields'
import { lockKey } from '../importer/import'
import type { Compiled } from '../importer/questions/compile'
import { writeMarkdown } from '../importer/questions/export/markdown'
import { writeImportedSources } from '../importer/questions/imported'
import { renumberQuestions, writeOneQuestion } from '../importer/questions/write'
import { cutQuestions, replaceQuestions } from '../importer/stored-sources'
import { upsert } from '../importer/upsert'
import { isImported, type QuestionHome } from './question-text'

interface QuestionWrite {
  tx: Db
  storage: Storage
  home: QuestionHome
  origin: string
  by: number
  now: number
}

/** Fails instead of waiting: imports write the same rows and hold this lock for minutes. */
export async function lockImports(tx: Db): Promise<void> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${lockKey}::bigint) as held`.execute(
    tx,
  )
  if (!rows[0]!.held) fail('publishing', { msg: '正在导入或发布内容，请过一会儿再试' })
}

/** Publishes a compiled question: its version, its row and its text in the sources. */
export async function publishQuestion(
  { tx, storage, home, origin, by, now }: QuestionWrite,
  compiled: Compiled,
  action: QuestionEditAction = 'publish',
): Promise<number> {
  const ref = { kind: home.kind, slug: home.slug }
  const target = { curriculumId: home.id, ref, origin, now }
  const { id, versionId } = await writeOneQuestion(tx, target, compiled)
  const { slug } = compiled.question
  if (isImported(origin))
    await writeImportedSources(tx, storage, { curriculumId: home.id, ref, name: origin.slice('file '.length) }, [])
  else await writeBlock(tx, home.id, slug, writeMarkdown(compiled.question))
  await noteEdit({ tx, home, by, now }, { id, slug, versionId }, action)
  return id
}

/** Removes questions from their bank. They stay as rows for users who answered them. */
export async function retireQuestion(
  { tx, storage, home, origin, by, now }: QuestionWrite,
  question: { id: number; slug: string; versionId: number },
): Promise<void> {
  await tx.updateTable('questions').set({ removed_at: now }).where('id', '=', question.id).execute()
  if (isImported(origin)) {
    const name = origin.slice('file '.length)
    await writeImportedSources(
      tx,
      storage,
      { curriculumId: home.id, ref: { kind: home.kind, slug: home.slug }, name },
      [],
    )
  } else await writeBlock(tx, home.id, question.slug, '')
  await renumberQuestions(tx, home.id, origin)
  await noteEdit({ tx, home, by, now }, question, 'retire')
}

async function noteEdit(
  { tx, home, by, now }: Pick<QuestionWrite, 'tx' | 'home' | 'by' | 'now'>,
  { id, slug, versionId }: { id: number; slug: string; versionId: number },
  action: QuestionEditAction,
): Promise<void> {
  await tx
    .insertInto('question_edits')
    .values({ question_id: id, version_id: versionId, action, edited_by: by, edited_at: now })
    .execute()
  await markConsoleFields(tx, `questions ${home.kind}/${home.slug}/${slug}`, ['text'], by, now)
  await tx.updateTable('curricula').set({ updated_at: now }).where('id', '=', home.id).execute()
}

/**
 * Replaces the text of a question in the curriculum's files of questions; an empty text removes the question. A new
 * question is added at the end of the last file, so that its position is the same after an export.
 */
async function writeBlock(tx: Db, curriculumId: number, slug: string, text: string): Promise<void> {
  const files = await tx
    .selectFrom('source_files')
    .select(['path', 'text'])
    .where('curriculum_id', '=', curriculumId)
    .where('path', 'like', 'questions/%')
    .where('text', 'is not', null)
    .orderBy(sql`path collate "C"`)
    .execute()
  const owner = files.find((file) => cutQuestions(file.text!).some((block) => block.slug === slug))
  const put = (path: string, next: string) =>
    upsert(
      tx,
      'source_files',
      ['curriculum_id', 'path'],
      [{ curriculum_id: curriculumId, path, text: next, media_key: null }],
    )
  if (owner) {
    await put(
      owner.path,
      replaceQuestions(owner.text!, (block) => (block.slug === slug ? text : block.text)),
    )
  } else if (text !== '') {
    const last = files.at(-1) ?? { path: 'questions/console.md', text: '' }
    const before = (last.text ?? '').trimEnd()
    await put(last.path, `${before}${before === '' ? '' : '\n\n'}${text}`)
  }
}
