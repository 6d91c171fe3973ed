import * as z from 'zod'
import { call, calls } from '../call'
import { PublicQuestion } from '../questions'
import { CurriculumKind, Id, UnixSeconds } from '../shapes'

export const draftPreview = calls({
  'GET /v1/draft_preview': call({
    access: 'public',
    source: 'added',
    summary: '用预览链接看没有发布的内容：目录和一节的正文；链接到期后不能看',
    input: z.object({
      token: z.string().min(1, { error: '预览链接不完整' }).max(200, { error: '预览链接不对' }),
      /** Slug of the text; if omitted, the first text. */
      node: z.string().max(80).optional(),
    }),
    data: z.object({
      title: z.string(),
      kind: CurriculumKind,
      expiresAt: UnixSeconds,
      tree: z.array(z.object({ slug: z.string(), title: z.string(), isInner: z.boolean(), hasText: z.boolean() })),
      node: z
        .object({
          slug: z.string(),
          title: z.string(),
          html: z.string(),
          /** Published questions and the resources that the text embeds. */
          questions: z.array(PublicQuestion),
          resources: z.array(z.object({ id: Id, slug: z.string(), title: z.string(), kind: z.string() })),
        })
        .nullable(),
    }),
    errors: ['preview-expired', 'file-not-found'],
  }),
})

export type DraftPreviewCalls = typeof draftPreview
