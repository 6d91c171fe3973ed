import { randomBytes } from 'node:crypto'
import type { bank } from '@dxx/contract/calls/staff/bank'
import type { QuestionType } from '@dxx/contract/questions'
import { sql } from 'kysely'
import { fail } from '../base/refusal'
import { questionUid } from '../base/stable-ids'
import type { Handlers, StaffCtx } from '../context'
import { upsert } from '../importer/upsert'
import { nearDuplicates } from '../modules/exams/desk/near-duplicates'
import { keysOf } from '../modules/exams/desk/paper-view'
import { withMediaUrls } from '../modules/media/public'
import { newSeed, PaperIds, versionsById } from '../modules/questions/public'
import { examScope } from '../modules/staff/public'
import { parametersOf, statisticsOf } from '../modules/statistics/public'
import { inAuthoredOrder, publicQuestion, type Version, visibleTexts } from '../questions/present'
import type { Body } from '../questions/rubric'
import { questionPlainText } from '../text/question-text'
import { curriculumInScope, nicknameOf } from './access'
import { listBankQuestions, listEditableBanks, readBankQuestions, readNewQuestions } from './bank-queries'
import { bulkChange } from './bulk'
import { draftFile, dropEmptyDraft } from './files'
import { previewDatasets } from './preview-embeds'
import { lockImports, publishQuestion } from './publish-question'
import { type FoundQuestion, openExams, questionInScope, refuseLocked } from './question-access'
import { importHandlers } from './question-imports'
import { emptyQuestion, withKey } from './question-templates'
import { compileText, markdownOf, textHash } from './question-text'

const targetOf = ({ uid, slug, home }: FoundQuestion) => ({ kind: 'question', id: uid, name: `${home.title} ${slug}` })

const textOf = ({ draft, published }: FoundQuestion) => draft?.text ?? published ?? ''

const cleanText = (text: string) => `${text.replaceAll('\r\n', '\n').replaceAll('\0', '\uFFFD').trim()}\n`

/** Stores the text of a question as its draft; drops the draft if it equals the published text. */
async function putDraft({ db, user, clock }: StaffCtx, found: FoundQuestion, text: string): Promise<boolean> {
  const now = clock.now()
  if (text === found.published) {
    await db.deleteFrom('question_drafts').where('uid', '=', found.uid).execute()
    return false
  }
  const row = {
    uid: found.uid,
    curriculum_id: found.home.id,
    slug: found.slug,
    question_id: found.row?.id ?? null,
    text,
    created_at: now,
    updated_at: now,
    updated_by: user.id,
  }
  await db
    .insertInto('question_drafts')
    .values(row)
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ text, updated_at: now, updated_by: user.id }))
    .execute()
  return true
}

/** Name of the sample database that a question's programs use, if any. */
const databasesOf = (body: Body): string[] =>
  (body.type === 'material' ? body.parts : [body])
    .flatMap((part) => (part.type === 'code' && part.db) || [])
    .slice(0, 1)

async function usesOf({ db, staff }: StaffCtx, questionId: number, uid: string) {
  const inScope = examScope(staff, 'exam.results', 'e')
  const { rows: exams } = await sql<{ id: string; title: string; startsAt: number }>`
    select e.uid as id, e.title, e.starts_at as "startsAt" from exam_questions p join exams e on e.id = p.exam_id
    where p.question_id = ${questionId} and e.withdrawn_at is null and ${inScope} order by e.starts_at desc limit 50`.execute(
    db,
  )
  const { rows } = await sql<{ count: number; chapters: string[] }>`
    select (select count(*) from exam_questions p join exams e on e.id = p.exam_id
        where p.question_id = ${questionId} and e.withdrawn_at is null and not ${inScope}) as count,
      array(select k.title || ' · ' || ch.title from questions q join chapters ch on ch.curriculum_id = q.curriculum_id
        join curricula k on k.id = ch.curriculum_id
        where q.id = ${questionId} and ch.removed_at is null and strpos(ch.html, ${`data-question="${uid}"`}) > 0
        order by ch.position limit 20) as chapters`.execute(db)
  return { exams, examsElsewhere: rows[0]!.count, chapters: rows[0]!.chapters }
}

/** Versions of a question, newest first. The labels are those of today, because versions do not store them. */
async function versionsOf({ db }: StaffCtx, found: FoundQuestion) {
  if (!found.row) return []
  const { rows } = await sql<{ id: number; at: number; by: string; source: unknown } & Labels>`
    select v.id, coalesce(ed.edited_at, v.created_at) as at, coalesce(u.nickname, '') as by, v.source,
      q.difficulty, q.tags, q.test_slug as test, ch.slug as chapter
    from question_versions v join questions q on q.uid = v.question_uid left join chapters ch on ch.id = q.chapter_id
      left join lateral (select * from question_edits e where e.version_id = v.id order by e.id limit 1) ed on true
      left join users u on u.id = ed.edited_by
    where v.question_uid = ${found.uid}::uuid order by v.id desc limit 50`.execute(db)
  return rows.map(({ id, at, by, ...row }) => ({
    id: String(id),
    at,
    by,
    text: markdownOf(found.home.kind, row),
    current: id === found.row!.versionId,
  }))
}

interface Labels {
  difficulty: number
  tags: string[]
  test: string | null
  chapter: string | null
}

async function publishedStatistics({ db }: StaffCtx, versionId: number) {
  const [version] = await versionsById(db, [versionId])
  return statisticsOf(db, version!, questionPlainText)
}

/** The newest similar questions of the same curriculum are compared. */
const compared = 3000

async function similarTo(ctx: StaffCtx, found: FoundQuestion) {
  const { db } = ctx
  const { rows } = await sql<{ id: string; body: Body }>`
    select q.uid as id, v.body from questions q join question_versions v on v.id = q.version_id
    where q.curriculum_id = ${found.home.id} and q.removed_at is null and q.uid <> ${found.uid}::uuid
    order by q.id desc limit ${compared}`.execute(db)
  const texts = rows.map(({ id, body }) => ({ id, text: visibleTexts(body, questionPlainText) }))
  const questionText = await ownText(ctx, found)
  const known = new Map(texts.map(({ id, text }) => [id, text]))
  return nearDuplicates([{ id: found.uid, text: questionText }, ...texts])
    .filter(({ first, second }) => first === found.uid || second === found.uid)
    .map(({ first, second, similarity }) => {
      const id = first === found.uid ? second : first
      return { id, text: (known.get(id) ?? '').slice(0, 120), similarity }
    })
}

async function ownText(ctx: StaffCtx, { home, row, draft }: FoundQuestion): Promise<string> {
  if (row && !draft) {
    const version = await ctx.db
      .selectFrom('question_versions')
      .select('body')
      .where('id', '=', row.versionId)
      .executeTakeFirst()
    if (version) return visibleTexts(version.body, questionPlainText)
  }
  const text = draft?.text ?? ''
  const { compiled } = await compileText(ctx, home, text, { origin: row?.origin })
  if (compiled) return visibleTexts(compiled.body, questionPlainText)
  // The draft is not complete. Students do not see keys, option marks and the analysis, so these are removed.
  return text
    .slice(Math.max(0, text.indexOf('\n\n')))
    .replace(/^>.*$/gm, '')
    .replace(/^- \[.\] /gm, '')
    .replace(/[#*`$]/g, '')
}

export const bankHandlers: Handlers<typeof bank> = {
  'GET /staff/v1/bank_list': (ctx) => listEditableBanks(ctx),

  'GET /staff/v1/bank_questions': (ctx, filter) => listBankQuestions(ctx, filter),

  'GET /staff/v1/bank_question': async (ctx, { id }) => {
    const found = await questionInScope(ctx, id)
    const { row, draft, published } = found
    const [read] = row
      ? (await readBankQuestions(ctx, sql<boolean>`q.id = ${row.id}`)).map(({ brief }) => brief)
      : await readNewQuestions(ctx, sql<boolean>`dr.uid = ${id}::uuid`)
    const uses = row ? await usesOf(ctx, row.id, id) : { exams: [], examsElsewhere: 0, chapters: [] }
    return {
      brief: read ?? fail('question-not-found'),
      text: textOf(found),
      hash: textHash(textOf(found)),
      published,
      updatedBy: await nicknameOf(ctx.db, draft?.updatedBy ?? null),
      isOwn: draft?.updatedBy === ctx.user.id,
      ...uses,
      lockedBy: row ? await openExams(ctx, row.id) : [],
      statistics: row ? await publishedStatistics(ctx, row.versionId) : [],
      parameters: row ? await parametersOf(ctx.db, row.versionId) : null,
      versions: await versionsOf(ctx, found),
    }
  },

  'POST /staff/v1/bank_preview': async (ctx, { bank: uid, text }) => {
    ctx.audit(null)
    const home = await curriculumInScope(ctx, uid, 'bank.edit')
    const { compiled, flaws } = await compileText(ctx, home, text)
    if (!compiled) return { question: null, keys: [], analysis: [], flaws }
    const { question, body, rubric } = compiled
    const version: Version = {
      id: 0,
      questionId: 0,
      uid: questionUid({ kind: home.kind, slug: home.slug }, question.slug),
      difficulty: question.difficulty,
      tags: question.tags,
      body,
      rubric,
      setup: Object.values(await previewDatasets(ctx.db, home.id, databasesOf(body)))[0] ?? '',
    }
    const view = {
      ids: new PaperIds(ctx.config.secret, newSeed()),
      link: (html: string) => withMediaUrls(ctx.config.secret, html, ctx.clock.now(), { user: ctx.user.uid }),
    }
    return { question: inAuthoredOrder(version, publicQuestion(version, view), view), ...keysOf(version, view), flaws }
  },

  'GET /staff/v1/bank_duplicates': async (ctx, { id }) => similarTo(ctx, await questionInScope(ctx, id)),

  'POST /staff/v1/bank_create': async (
    ctx,
    { bank: uid, chapter: chapterUid, type, copy, text: written, slug: wanted },
  ) => {
    const home = await curriculumInScope(ctx, uid, 'bank.edit')
    const slug = wanted ?? `q${randomBytes(4).toString('hex')}`
    const chapter = chapterUid
      ? await ctx.db
          .selectFrom('chapters')
          .select('slug')
          .where('uid', '=', chapterUid)
          .where('curriculum_id', '=', home.id)
          .where('removed_at', 'is', null)
          .executeTakeFirst()
      : await ctx.db
          .selectFrom('chapters')
          .select('slug')
          .where('curriculum_id', '=', home.id)
          .where('removed_at', 'is', null)
          .orderBy('position')
          .limit(1)
          .executeTakeFirst()
    if (chapterUid && !chapter) fail('content-refused', { msg: '没有找到这一章，请重新选择' })
    const from = copy
      ? textOf(await questionInScope(ctx, copy))
      : (written && cleanText(written)) || emptyQuestion(type as QuestionType, slug)
    const named = from.replace(/^## .*$/m, `## ${slug}`)
    const text = copy ? named : withKey(named, 'chapter', home.kind === 'bank' ? (chapter?.slug ?? null) : null)
    const id = questionUid({ kind: home.kind, slug: home.slug }, slug)
    const known = await ctx.db.selectFrom('questions').select('id').where('uid', '=', id).executeTakeFirst()
    const drafted = await ctx.db.selectFrom('question_drafts').select('id').where('uid', '=', id).executeTakeFirst()
    if (known || drafted) fail('content-refused', { msg: `标识 ${slug} 已经有了，请换一个` })
    const found: FoundQuestion = { home, slug, uid: id, row: null, published: null, draft: null }
    await putDraft(ctx, found, text)
    ctx.audit({ target: targetOf(found), after: { type, copy: copy ?? '' } })
    return { id }
  },

  'POST /staff/v1/bank_save': async (ctx, { id, text: written, base }) => {
    const found = await questionInScope(ctx, id)
    await ctx.db.selectFrom('curricula').select('id').where('id', '=', found.home.id).forUpdate().execute()
    const now = await questionInScope(ctx, id)
    const text = cleanText(written)
    const current = textOf(now)
    const at = ctx.clock.now()
    if (text === current) {
      ctx.audit(null)
      return { hash: textHash(current), updatedAt: at, changed: now.draft !== null }
    }
    if (textHash(current) !== base) {
      const by = await nicknameOf(ctx.db, now.draft?.updatedBy ?? null)
      fail('draft-changed', { data: { by, at: now.draft?.updatedAt ?? 0, hash: textHash(current) } })
    }
    const changed = await putDraft(ctx, now, text)
    ctx.audit({ target: targetOf(now), before: { hash: base }, after: { hash: textHash(text) } })
    return { hash: textHash(text), updatedAt: at, changed }
  },

  'POST /staff/v1/bank_publish': async (ctx, { id }) => {
    const found = await questionInScope(ctx, id)
    const { home, row, draft, slug } = found
    if (!draft) fail('nothing-to-publish')
    await refuseLocked(ctx, row)
    await lockImports(ctx.db)
    const origin = row?.origin ?? 'folder'
    const { compiled, flaws, pictures } = await compileText(ctx, home, draft.text, { slug, origin })
    const errors = flaws.filter(({ level }) => level === 'error')
    if (!compiled || errors.length > 0) fail('question-refused', { msg: errors.map(({ text }) => text).join('；') })
    const now = ctx.clock.now()
    await publishPictures(ctx, home.id, pictures)
    await publishQuestion({ tx: ctx.db, storage: ctx.storage, home, origin, by: ctx.user.id, now }, compiled)
    await ctx.db.deleteFrom('question_drafts').where('id', '=', draft.id).execute()
    ctx.audit({ target: targetOf(found), before: { text: found.published ?? '' }, after: { text: draft.text } })
    return { id }
  },

  'POST /staff/v1/bank_discard': async (ctx, { id }) => {
    const found = await questionInScope(ctx, id)
    await ctx.db.deleteFrom('question_drafts').where('uid', '=', id).execute()
    ctx.audit(found.draft ? { target: targetOf(found), before: { text: found.draft.text } } : null)
    return {}
  },

  'POST /staff/v1/bank_restore': async (ctx, { id, version }) => {
    const found = await questionInScope(ctx, id)
    const old = (await versionsOf(ctx, found)).find((one) => one.id === version) ?? fail('revision-not-found')
    const changed = await putDraft(ctx, found, old.text)
    ctx.audit({ target: targetOf(found), after: { version, changed } })
    return {}
  },

  ...importHandlers,

  'POST /staff/v1/bank_bulk': async (ctx, input) => {
    const { changed, skipped, banks } = await bulkChange(ctx, input)
    const target = { kind: 'bank', id: banks[0] ?? '', name: `${changed} 道题` }
    const { action, tag = '', chapter = '' } = input
    ctx.audit(changed === 0 ? null : { target, after: { action, tag, chapter, questions: changed } })
    return { changed, skipped }
  },
}

/** Publishes pictures that a question uses and that are still in the draft of its curriculum. */
async function publishPictures({ db }: StaffCtx, curriculumId: number, paths: string[]): Promise<void> {
  for (const path of new Set(paths)) {
    const draft = await draftFile(db, curriculumId, path)
    if (!draft?.mediaKey) continue
    const row = { curriculum_id: curriculumId, path, text: null, media_key: draft.mediaKey }
    await upsert(db, 'source_files', ['curriculum_id', 'path'], [row])
    await db
      .deleteFrom('content_draft_files')
      .where('curriculum_id', '=', curriculumId)
      .where('path', '=', path)
      .execute()
  }
  await dropEmptyDraft(db, curriculumId)
}
