import type { draftPreview } from '@dxx/contract/calls/draft-preview'
import { fail } from '../base/refusal'
import type { Handlers } from '../context'
import { fileOf, headings } from './files'
import { manifestOf } from './item'
import { readPreviewToken, renderPreview } from './preview'
import { previewQuestions } from './preview-embeds'
import { ManifestTree } from './tree'

export const draftPreviewHandlers: Handlers<typeof draftPreview> = {
  'GET /v1/draft_preview': async (ctx, { token, node: slug }) => {
    const { db, config, clock } = ctx
    const opened = readPreviewToken(config.secret, token, clock.now()) ?? fail('preview-expired')
    const curriculum = await db
      .selectFrom('curricula')
      .select(['id', 'kind', 'slug', 'title'])
      .where('uid', '=', opened.uid)
      .executeTakeFirst()
    if (!curriculum) fail('preview-expired')
    const manifest = await manifestOf(db, curriculum)
    const tree = new ManifestTree(curriculum.kind, manifest.text)
    const nodes = tree.nodes(await headings(db, curriculum.id))
    const node = slug ? nodes.find((one) => one.slug === slug) : nodes.find(({ path }) => path !== null)
    if (slug && !node?.path) fail('file-not-found')
    const text = node?.path ? ((await fileOf(db, curriculum.id, node.path))?.text ?? '') : ''
    const rendered = node?.path
      ? await renderPreview(ctx, curriculum, { path: node.path, text, chapter: node.slug }, manifest.text)
      : null
    return {
      title: String(tree.field('title') ?? curriculum.title),
      kind: curriculum.kind,
      expiresAt: opened.expiresAt,
      tree: nodes.map((one) => ({
        slug: one.slug,
        title: one.title,
        isInner: one.parent !== null,
        hasText: one.path !== null,
      })),
      node: rendered && {
        slug: node!.slug,
        title: node!.title,
        html: rendered.html,
        questions: await previewQuestions(ctx, curriculum.id, rendered.questions),
        resources: rendered.resources,
      },
    }
  },
}
