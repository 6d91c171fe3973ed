import * as z from 'zod'
import { call, calls } from '../call'
import { Id, UnixSeconds } from '../shapes'

/** Purpose of a file. Determines the accepted types and who can see it. */
export const UploadPurpose = z.enum(['avatar', 'image', 'student-card', 'feedback', 'cs', 'homework'])
export type UploadPurpose = z.infer<typeof UploadPurpose>

export const UploadLink = z.object({
  /** Identifies the upload in later calls. */
  id: Id,
  /** URL for the PUT request; valid once and for a few minutes. May be on another host. */
  url: z.string(),
  /** Headers that the PUT request must carry. */
  headers: z.record(z.string(), z.string()),
  expiresAt: UnixSeconds,
})
export type UploadLink = z.infer<typeof UploadLink>

export const Upload = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(['image', 'video', 'audio', 'file']),
  mime: z.string(),
  bytes: z.int(),
  /** URLs of private files expire. */
  url: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export type Upload = z.infer<typeof Upload>

export const uploads = calls({
  'GET /v1/zos_generate_object_upload_link': call({
    access: 'user',
    source: 'spec',
    // A repeated call creates another URL; unused URLs expire.
    writes: 'natural',
    summary: '取得一个文件的上传链接，用 PUT 发送后再调用 upload_complete',
    input: z.object({
      purpose: UploadPurpose,
      name: z.string().trim().min(1, { error: '文件没有名称' }).max(200, { error: '文件名太长' }),
      size: z
        .int()
        .min(1, { error: '文件是空的' })
        .max(2 ** 40, { error: '文件太大' }),
      type: z.string().max(100).default(''),
    }),
    data: UploadLink,
    errors: ['upload-too-large', 'upload-quota'],
  }),
  'POST /v1/upload_complete': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '文件已发送：检查内容并保存；重复调用结果相同',
    input: z.object({ id: Id }),
    data: Upload,
    errors: ['upload-not-found', 'upload-not-received', 'upload-refused'],
  }),
})
