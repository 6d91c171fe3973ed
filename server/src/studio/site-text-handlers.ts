import { randomBytes } from 'node:crypto'
import { extname } from 'node:path'
import type { SiteText, siteTexts } from '@dxx/contract/calls/staff/site-texts'
import { sql } from 'kysely'
import { fail } from '../base/refusal'
import type { Handlers, StaffCtx } from '../context'
import type { Db } from '../db/connection'
import type { SiteContent, SiteSection } from '../db/schema/studio'
import { MediaError, signedUrl, storeImage } from '../modules/media/public'
import { storeBytes } from '../modules/media/store'
import { escapeHtml, unescapeHtml } from '../text/html-text'
import type { Problem } from '../text/problems'
import { previewRenderer } from './preview'
import { lockImports } from './publish-question'
import { publishSiteText, removeSiteText } from './publish-site-text'
import { listTexts, stateOf } from './site-text-list'
import {
  addRevision,
  contentOf,
  fieldsHash,
  fieldsOf,
  isSameContent,
  keepPublished,
  lastRevision,
  type OpenText,
  openText,
  publishedText,
  saveDraft,
  siteTarget,
  textHash,
} from './site-texts'

type Name = { section: SiteSection; slug: string }

/** Maximum number of pictures in one text: more than any article has. */
const mostPictures = 100

const targetOf = ({ section, slug }: Name, name: string) => ({
  kind: section === 'banners' ? 'banner' : section === 'help' ? 'help' : 'article',
  id: slug,
  name,
})

async function showText({ db, clock, user }: StaffCtx, { section, slug }: Name, opened: OpenText): Promise<SiteText> {
  const { row, published, content } = opened
  const categories = await helpCategories(db)
  const consoleField = await db
    .selectFrom('console_fields')
    .select('field')
    .where('target', '=', siteTarget(section, slug))
    .limit(1)
    .executeTakeFirst()
  const publishedAt = published?.publishedAt ?? null
  return {
    section,
    slug,
    title: content.title,
    category: categories.find((one) => one.slug === content.category)?.title ?? '',
    state: stateOf(published !== null, row?.deleted_at != null, publishedAt, clock.now()),
    changed: row?.draft != null,
    kept: consoleField !== undefined,
    publishedAt,
    updatedAt: row?.updated_at ?? null,
    updatedBy: row?.nickname ?? '',
    isOwn: row?.updated_by === user.id,
    fields: fieldsOf(content),
    fieldsHash: fieldsHash(content),
    text: content.text,
    hash: textHash(content),
    published: published && { ...fieldsOf(published), text: published.text },
    revision: (await lastRevision(db, section, slug))?.number ?? 0,
    categories: section === 'help' ? categories : [],
  }
}

function refuseStale({ row, content }: OpenText, hash: string, base: string): void {
  if (hash !== base)
    fail('draft-changed', { data: { by: row?.nickname ?? '', at: row?.updated_at ?? 0, hash: textHash(content) } })
}

const helpCategories = (db: Db) =>
  db.selectFrom('help_categories').select(['slug', 'title']).orderBy('position').execute()

async function knownCategory(db: Db, slug: string): Promise<void> {
  const found = await db.selectFrom('help_categories').select('id').where('slug', '=', slug).executeTakeFirst()
  if (!found) fail('content-refused', { msg: '没有这个分类，请重新选择' })
}

/** Opens a text for a change. A deleted text must be restored first. */
async function edited({ db, clock }: StaffCtx, { section, slug }: Name): Promise<OpenText> {
  const opened = await openText(db, section, slug, clock.now())
  return opened.row?.deleted_at ? fail('site-text-not-found', { msg: '这一篇已经删除，请先恢复' }) : opened
}

const save = ({ db, user, clock }: StaffCtx, name: Name, draft: SiteContent, published: SiteContent | null) =>
  saveDraft(db, name, draft, published, user.id, clock.now())

async function renderSitePreview(ctx: StaffCtx, { content }: OpenText, text: string) {
  const rendered = await previewRenderer().markdown({
    ...{ source: text, file: '正文', curriculum: null, chapter: '' },
    ...{ titled: 'optional', previous: [] },
  })
  const problems: Problem[] = [...rendered.problems]
  // The title is stored beside the text, so that this heading would be missing without a word.
  if (rendered.title !== '' && rendered.title !== content.title)
    problems.push({
      file: '正文',
      line: 1,
      level: 'warning',
      text: `第一行的一级标题“${rendered.title.slice(0, 40)}”不会显示：篇名在“标题和时间”里改，小标题用二级标题（##）`,
    })
  const urls = new Map<string, string>()
  for (const { path, line } of rendered.files) {
    // As the importer: below the folder of the entry, or beside the text.
    const key =
      content.files[path] ??
      Object.entries(content.files).find(([name]) => name.endsWith(`/${path.replace(/^(\.\.?\/)+/, '')}`))?.[1]
    if (key) urls.set(path, signedUrl(ctx.config.secret, key, ctx.clock.now(), { user: ctx.user.uid }))
    else problems.push({ file: '正文', line, level: 'error', text: `找不到图片 ${path}` })
  }
  const html = rendered.html.replace(/<img data-file="([^"]*)"/g, (_, path: string) => {
    const url = urls.get(unescapeHtml(path))
    return url ? `<img src="${escapeHtml(url)}"` : '<img'
  })
  return { html, words: rendered.words, minutes: rendered.minutes, blockLines: rendered.blockLines, problems }
}

export const siteTextHandlers: Handlers<typeof siteTexts> = {
  'GET /staff/v1/site_text_list': async (ctx, { after = '0', limit, ...input }) => {
    if (!/^\d{1,6}$/.test(after)) fail('invalid-input')
    const offset = Number(after)
    const { list, total } = await listTexts(ctx, { ...input, offset, limit })
    return { list, next: offset + list.length < total ? String(offset + list.length) : null, total }
  },

  'GET /staff/v1/help_categories': async ({ db }) => ({ list: await helpCategories(db) }),

  'GET /staff/v1/site_text_open': async (ctx, name) =>
    showText(ctx, name, await openText(ctx.db, name.section, name.slug)),

  'POST /staff/v1/site_text_create': async (ctx, { section, title, category }) => {
    if (section === 'help') await knownCategory(ctx.db, category)
    const slug = `${section === 'help' ? 'help' : 'article'}-${randomBytes(5).toString('hex')}`
    const draft = { title, summary: '', publishedAt: null, category: section === 'help' ? category : '' }
    await save(ctx, { section, slug }, { ...draft, path: 'text.md', text: '', files: {} }, null)
    ctx.audit({ target: targetOf({ section, slug }, title), after: { title } })
    return { slug }
  },

  'POST /staff/v1/site_text_save': async (ctx, { text: written, base, ...name }) => {
    const opened = await edited(ctx, name)
    const { content, published, row } = opened
    const text = written.replaceAll('\r\n', '\n').replaceAll('\0', '\uFFFD')
    const updatedAt = ctx.clock.now()
    if (text === content.text) {
      ctx.audit(null)
      return { hash: textHash(content), updatedAt, changed: row?.draft != null }
    }
    refuseStale(opened, textHash(content), base)
    const changed = await save(ctx, name, { ...content, text }, published)
    const hash = textHash({ ...content, text })
    ctx.audit({ target: targetOf(name, content.title), before: { hash: base }, after: { hash } })
    return { hash, updatedAt, changed }
  },

  'POST /staff/v1/site_text_fields': async (ctx, { fields, base, ...name }) => {
    const opened = await edited(ctx, name)
    if (name.section === 'banners') fail('content-refused', { msg: '请在轮播图里改标题和时间' })
    refuseStale(opened, fieldsHash(opened.content), base)
    if (name.section === 'help') await knownCategory(ctx.db, fields.category)
    const draft = {
      ...opened.content,
      title: fields.title,
      ...(name.section === 'help'
        ? { category: fields.category }
        : { summary: fields.summary, publishedAt: fields.publishedAt }),
    }
    await save(ctx, name, draft, opened.published)
    const before = fieldsOf(opened.content)
    ctx.audit({ target: targetOf(name, draft.title), before, after: fieldsOf(draft) })
    return showText(ctx, name, await openText(ctx.db, name.section, name.slug))
  },

  'POST /staff/v1/site_text_preview': async (ctx, { text, ...name }) => {
    ctx.audit(null)
    return renderSitePreview(ctx, await openText(ctx.db, name.section, name.slug), text)
  },

  'POST /staff/v1/site_text_picture': async (ctx, { name: fileName, data, ...name }) => {
    const { content, published } = await edited(ctx, name)
    const bytes = Buffer.from(data, 'base64')
    if (Object.keys(content.files).length >= mostPictures)
      fail('upload-refused', { msg: `一篇最多 ${mostPictures} 张图片` })
    try {
      // Decodes the picture now, to refuse one that could not be published. SVG may contain scripts, and the preview
      // shows the original; therefore only importers, who have shell access, may add it.
      await storeImage(ctx.storage, bytes, { area: 'f', max: 1600, sizes: [800], trusted: false })
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      fail('upload-refused', { msg: error.message })
    }
    const { key } = await storeBytes(ctx.storage, bytes, fileName, 'f')
    // Named by its content, so that the picture of a revision is never replaced by another one.
    const path = `${/([0-9a-f]{12})/.exec(key)?.[1] ?? randomBytes(6).toString('hex')}${extname(key)}`
    const draft = { ...content, files: { ...content.files, [path]: key } }
    await saveDraft(ctx.db, name, draft, published, ctx.user.id, ctx.clock.now(), { keeps: true })
    ctx.audit({ target: targetOf(name, content.title), after: { path, bytes: bytes.length } })
    return { path }
  },

  'POST /staff/v1/site_text_publish': async (ctx, { note, ...name }) => {
    const { row, published, content } = await edited(ctx, name)
    if (!row?.draft || (published && isSameContent(content, published))) fail('nothing-to-publish')
    await lockImports(ctx.db)
    const revision = await publishDraft(ctx, name, content, note)
    ctx.audit({ target: targetOf(name, content.title), after: { revision, note } })
    return { revision }
  },

  'POST /staff/v1/site_text_discard': async (ctx, name) => {
    const { row, published, content } = await edited(ctx, name)
    if (!row?.draft) {
      ctx.audit(null)
      return {}
    }
    if (published) await ctx.db.updateTable('site_drafts').set({ draft: null }).where('id', '=', row.id).execute()
    else await ctx.db.deleteFrom('site_drafts').where('id', '=', row.id).execute()
    ctx.audit({ target: targetOf(name, content.title), after: { discarded: true } })
    return {}
  },

  'GET /staff/v1/site_text_revisions': async ({ db }, { section, slug, after = '', limit }) => {
    const rows = await db
      .selectFrom('site_revisions as r')
      .leftJoin('users as u', 'u.id', 'r.created_by')
      .select(['r.number', 'r.origin', 'r.created_at as at', 'r.note'])
      .select([sql<string>`coalesce(u.nickname, '')`.as('by'), sql<string>`r.content ->> 'title'`.as('title')])
      .where('r.section', '=', section)
      .where('r.slug', '=', slug)
      .$if(/^\d{1,9}$/.test(after), (query) => query.where('r.number', '<', Number(after)))
      .orderBy('r.number', 'desc')
      .limit(limit + 1)
      .execute()
    const list = rows.slice(0, limit)
    const total = (await lastRevision(db, section, slug))?.number ?? 0
    return { list, next: rows.length > limit ? String(list.at(-1)!.number) : null, total }
  },

  'GET /staff/v1/site_text_revision': async ({ db }, { revision, ...name }) => {
    const content = await revisionOf(db, name, revision)
    return { ...fieldsOf(content), text: content.text }
  },

  'POST /staff/v1/site_text_restore': async (ctx, { revision, ...name }) => {
    const { content, published } = await edited(ctx, name)
    const restored = await revisionOf(ctx.db, name, revision)
    // Pictures that were added since stay, so that the present text can be restored as well.
    const draft = { ...restored, files: { ...content.files, ...restored.files } }
    await save(ctx, name, name.section === 'banners' ? { ...draft, title: content.title } : draft, published)
    ctx.audit({ target: targetOf(name, restored.title), after: { restored: revision } })
    return {}
  },

  'POST /staff/v1/site_text_delete': async (ctx, name) => {
    const { db, user, clock } = ctx
    const { published, content, row } = await edited(ctx, name)
    if (name.section === 'banners') fail('content-refused', { msg: '请在轮播图的列表里删除' })
    await lockImports(db)
    const now = clock.now()
    // Without a published text, only the draft can be restored.
    if (published) await keepPublished(db, name, published, now)
    await removeSiteText(ctx, name)
    const values = { deleted_at: now, updated_at: now, updated_by: user.id }
    if (row) await db.updateTable('site_drafts').set(values).where('id', '=', row.id).execute()
    else
      await db
        .insertInto('site_drafts')
        .values({ ...name, draft: null, ...values })
        .execute()
    ctx.audit({ target: targetOf(name, content.title), after: { deleted: true } })
    return {}
  },

  'POST /staff/v1/site_text_revive': async (ctx, name) => {
    const { db, user, clock } = ctx
    const { content, row } = await openText(db, name.section, name.slug, clock.now())
    if (!row?.deleted_at) {
      ctx.audit(null)
      return {}
    }
    await lockImports(db)
    const last = await lastRevision(db, name.section, name.slug)
    if (last) await publishSiteText(ctx, name, last.content)
    else await sql`delete from console_fields where target = ${siteTarget(name.section, name.slug)}`.execute(db)
    const values = { deleted_at: null, updated_at: clock.now(), updated_by: user.id }
    await db.updateTable('site_drafts').set(values).where('id', '=', row.id).execute()
    ctx.audit({ target: targetOf(name, content.title), after: { deleted: false } })
    return {}
  },
}

async function publishDraft(ctx: StaffCtx, name: Name, content: SiteContent, note: string) {
  const { db, user, clock } = ctx
  const now = clock.now()
  await keepPublished(db, name, await publishedText(db, name.section, name.slug), now)
  const publishedAt = name.section === 'articles' ? (content.publishedAt ?? now) : null
  await publishSiteText(ctx, name, { ...content, publishedAt })
  const published = await publishedText(db, name.section, name.slug)
  await db
    .updateTable('site_drafts')
    .set({ draft: null, updated_at: now, updated_by: user.id })
    .where('section', '=', name.section)
    .where('slug', '=', name.slug)
    .execute()
  return addRevision(db, name, contentOf(published!), 'console', { by: user.id, now, note })
}

async function revisionOf(db: Db, { section, slug }: Name, number: number): Promise<SiteContent> {
  const row = await db
    .selectFrom('site_revisions')
    .select('content')
    .where('section', '=', section)
    .where('slug', '=', slug)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.content ?? fail('revision-not-found')
}
