import * as z from 'zod'
import { call, calls } from '../../call'
import { Done, Id } from '../../shapes'
import { Slug } from './studio-shapes'

const access = { staff: 'content.edit' } as const
const source = 'added' as const
const id = { id: Id }

/** Calls that upload files, read them into drafts and convert videos. */
export const studioFiles = calls({
  'POST /staff/v1/studio_upload_start': call({
    access,
    source,
    writes: 'natural',
    summary: '开始上传一个文件；同一个文件（名称、大小、摘要）断过就从断的地方继续（offset）',
    input: z.object({
      ...id,
      name: z.string().trim().min(1, { error: '文件没有名称' }).max(150, { error: '文件名太长' }),
      bytes: z
        .int()
        .min(1, { error: '文件是空的' })
        .max(4 * 1024 ** 3, { error: '文件不能超过 4 GB' }),
      /** Of the client: name, size and time of change, so that the same file continues. */
      mark: z.string().max(200),
    }),
    data: z.object({ upload: Id, offset: z.int(), part: z.int() }),
    errors: ['content-not-found', 'upload-too-large', 'upload-quota'],
  }),
  'POST /staff/v1/studio_upload_part': call({
    access,
    source,
    writes: 'natural',
    summary: '上传一段（base64）；offset 要接着上一段，不对就返回应该从哪里继续',
    input: z.object({
      upload: Id,
      offset: z
        .int()
        .min(0)
        .max(2 ** 40),
      data: z.string().min(1).max(700_000),
    }),
    data: z.object({ offset: z.int() }),
    errors: ['upload-not-found', 'upload-refused'],
  }),
  'POST /staff/v1/studio_upload_finish': call({
    access,
    source,
    writes: 'natural',
    summary: '上传完了：检查内容，放进草稿；返回在正文里引用它的路径',
    input: z.object({ upload: Id }),
    data: z.object({
      path: z.string(),
      kind: z.enum(['image', 'video', 'audio', 'file']),
      notes: z.array(z.string()),
    }),
    errors: ['upload-not-found', 'upload-not-received', 'upload-refused'],
  }),
  'POST /staff/v1/studio_import_start': call({
    access,
    source,
    writes: 'keyed',
    summary:
      '把文件读入草稿：传完的 EPUB、Word、Jupyter、Markdown 或内容文件夹的压缩包，在后台进行；进度和报告在 studio_open 的 tasks 里，不会自己发布',
    input: z.object({
      upload: Id,
      /** Section after which a document is inserted; at the end if null. Books and archives replace the draft. */
      section: Slug.nullable().default(null),
    }),
    data: z.object({ id: Id }),
    errors: ['upload-not-found', 'upload-not-received', 'content-not-found', 'content-refused'],
  }),
  'POST /staff/v1/studio_video_convert': call({
    access,
    source,
    writes: 'natural',
    summary:
      '转换视频：把一课或一个视频资源的 mp4 转成两种清晰度（HLS），截取海报和预览图，在后台进行；服务器没有 ffmpeg 就拒绝，视频按原样播放',
    input: z.object({ ...id, slug: Slug }),
    data: z.object({ id: Id }),
    errors: ['content-not-found', 'content-refused'],
  }),
  'POST /staff/v1/studio_task_close': call({
    access,
    source,
    writes: 'natural',
    summary: '收起一份读入或转换的报告',
    input: z.object({ id: Id }),
    data: Done,
    errors: ['import-not-found', 'content-refused'],
  }),
})
