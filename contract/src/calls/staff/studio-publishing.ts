import * as z from 'zod'
import { call, calls } from '../../call'
import { Done, Id, Ordinal, UnixSeconds } from '../../shapes'
import { After, cursorPageSchema } from './shapes'
import { ContentProblem, Path } from './studio-shapes'

const access = { staff: 'content.edit' } as const
const source = 'added' as const
const id = { id: Id }

const Highlights = z.object({
  /** Highlights of readers in changed chapters whose passage is found again for certain. */
  certain: z.int(),
  /** Found, but the text around changed much. */
  unsure: z.int(),
  /** Not found: they stay in the readers' notes. */
  lost: z.int(),
})

const Difference = z.object({
  added: z.array(z.string()),
  changed: z.array(z.string()),
  removed: z.array(z.string()),
})

const Revision = z.object({
  number: z.int(),
  /** `files`: by an import. `console`: published in the console. `start`: the content before the first revision. */
  origin: z.enum(['files', 'console', 'start']),
  /** Empty for an import from the shell. */
  by: z.string(),
  at: UnixSeconds,
  note: z.string(),
  files: z.array(z.object({ path: z.string(), removed: z.boolean() })),
})
export type Revision = z.infer<typeof Revision>

/** Calls that check and publish drafts, and those of published revisions. */
export const studioPublishing = calls({
  'GET /staff/v1/studio_check': call({
    access,
    source,
    summary: '检查草稿：能不能发布、会改什么、读者的划线还找不找得到；什么也不写入',
    input: z.object(id),
    data: z.object({ problems: z.array(ContentProblem), difference: Difference, highlights: Highlights }),
    errors: ['content-not-found', 'nothing-to-publish'],
  }),
  'POST /staff/v1/studio_publish': call({
    access: { staff: 'content.publish' },
    source,
    writes: 'keyed',
    summary: '发布草稿：现在（at 不给）或到时候；在后台进行，进度在 studio_open 里',
    input: z.object({
      ...id,
      at: UnixSeconds.nullable().default(null),
      note: z.string().trim().max(200, { error: '说明最多 200 个字' }).default(''),
    }),
    data: z.object({ at: UnixSeconds }),
    errors: ['content-not-found', 'nothing-to-publish', 'publishing', 'content-refused'],
  }),
  'POST /staff/v1/studio_publish_cancel': call({
    access: { staff: 'content.publish' },
    source,
    writes: 'natural',
    summary: '取消预定的发布，或收起失败的报告；正在发布的不能取消',
    input: z.object(id),
    data: Done,
    errors: ['content-not-found', 'publishing'],
  }),
  'GET /staff/v1/studio_revisions': call({
    access,
    source,
    summary: '发布过的版本，新的在前',
    input: After.extend(id),
    data: cursorPageSchema(Revision),
    errors: ['content-not-found'],
  }),
  'GET /staff/v1/studio_compare': call({
    access,
    source,
    summary: '两个版本的不同：每个文件前后的文字；to 不给是草稿',
    input: z.object({ ...id, from: Ordinal.optional(), to: Ordinal.optional() }),
    data: z.object({
      files: z.array(
        z.object({
          path: z.string(),
          /** Null: the file does not exist. Empty for a picture or another file that is not a text. */
          before: z.string().nullable(),
          after: z.string().nullable(),
          isText: z.boolean(),
        }),
      ),
      /** Number of changed files beyond those listed. */
      more: z.int(),
    }),
    errors: ['content-not-found', 'revision-not-found'],
  }),
  'POST /staff/v1/studio_restore': call({
    access,
    source,
    writes: 'natural',
    summary: '把一个版本（或其中一个文件）放进草稿；发布后才生效',
    input: z.object({ ...id, revision: Ordinal, path: Path.optional() }),
    data: z.object({ files: z.int() }),
    errors: ['content-not-found', 'revision-not-found', 'publishing'],
  }),
})
