import * as z from 'zod'
import { call, calls } from '../call'
import { Paging, pageOf } from '../paging'
import { appLimits } from '../rules/constants'
import { Id, UnixSeconds } from '../shapes'

const picturesUpTo = (most: number) =>
  z
    .array(Id)
    .max(most, { error: `最多 ${most} 张图片` })
    .default([])

/** Ids of uploaded videos of at most 60 s; a message carries at most one. */
const Videos = z.array(Id).max(1, { error: '最多 1 段视频' }).default([])

/** Images and videos visible only to their author and staff: their URLs expire. */
export const PrivatePicture = z.object({ id: Id, url: z.string() })
export type PrivatePicture = z.infer<typeof PrivatePicture>

export const HelpArticle = z.object({
  id: Id,
  title: z.string(),
  /** Text around the match; empty without a search. */
  snippet: z.string(),
})
export type HelpArticle = z.infer<typeof HelpArticle>

export const CsMessage = z.object({
  id: Id,
  from: z.enum(['user', 'staff']),
  text: z.string(),
  images: z.array(PrivatePicture),
  videos: z.array(PrivatePicture),
  createdAt: UnixSeconds,
})
export type CsMessage = z.infer<typeof CsMessage>

export const OpinionKind = z.enum(['bug', 'content', 'idea', 'pay', 'other'])
export type OpinionKind = z.infer<typeof OpinionKind>

export const Opinion = z.object({
  id: Id,
  kind: OpinionKind,
  text: z.string(),
  images: z.array(PrivatePicture),
  videos: z.array(PrivatePicture),
  contact: z.string(),
  state: z.enum(['waiting', 'handling', 'answered']),
  answer: z.string(),
  createdAt: UnixSeconds,
  answeredAt: UnixSeconds.nullable(),
})
export type Opinion = z.infer<typeof Opinion>

export const support = calls({
  'GET /v1/help': call({
    replica: true,
    access: 'public',
    source: 'spec',
    summary: '帮助文章，按分类；带 keyword 时只有搜到的',
    input: z.object({ keyword: z.string().trim().max(50, { error: '最多输入 50 个字' }).default('') }),
    data: z.array(z.object({ id: Id, title: z.string(), articles: z.array(HelpArticle) })),
  }),
  'GET /v1/help_info': call({
    replica: true,
    access: 'public',
    source: 'added',
    summary: '一篇帮助文章',
    input: z.object({ id: Id }),
    data: z.object({ id: Id, title: z.string(), category: z.string(), html: z.string() }),
    errors: ['article-not-found'],
  }),
  'GET /v1/cs_messages': call({
    access: 'user',
    source: 'added',
    summary: '与客服的对话，新的在前',
    input: Paging,
    data: pageOf(CsMessage),
  }),
  'POST /v1/cs_send': call({
    access: 'user',
    source: 'added',
    writes: 'keyed',
    summary: '给客服留言，文字、图片和视频至少有一样',
    input: z
      .object({
        text: z.string().trim().max(500, { error: '最多输入 500 个字' }).default(''),
        images: picturesUpTo(appLimits.albumMax),
        videos: Videos,
      })
      .refine(({ text, images, videos }) => text !== '' || images.length + videos.length > 0, {
        error: '请输入文字，或选择图片、视频',
      }),
    data: CsMessage,
    errors: ['image-not-found', 'video-not-found'],
  }),
  'POST /v1/cs_read': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '客服的回复已读',
    input: z.object({}),
    data: z.object({}),
  }),
  'POST /v1/opinion': call({
    access: 'user',
    source: 'spec',
    writes: 'keyed',
    summary: '意见反馈',
    input: z.object({
      kind: OpinionKind,
      text: z.string().trim().min(5, { error: '请至少写 5 个字，方便我们找到问题' }).max(500, {
        error: '最多输入 500 个字',
      }),
      images: picturesUpTo(appLimits.uploadFiles),
      videos: Videos,
      contact: z.string().trim().max(50, { error: '联系方式最多 50 个字' }).default(''),
    }),
    data: Opinion,
    errors: ['image-not-found', 'video-not-found'],
  }),
  'GET /v1/opinion_list': call({
    access: 'user',
    source: 'added',
    summary: '我的反馈和处理情况，新的在前',
    input: Paging,
    data: pageOf(Opinion),
  }),
})
