import * as z from 'zod'
import { call, calls } from '../call'
import { Paging, pageOf } from '../paging'
import { CurriculumKind, Done, Id, UnixSeconds } from '../shapes'
import { CurriculumCard } from './catalogue'
import { Author, Comment, Liked, LikeInput, Note } from './community'

const collection = (kind: string) => ({
  access: 'user' as const,
  writes: 'natural' as const,
  summary: `收藏${kind}或取消`,
  input: LikeInput,
  data: Liked,
  errors: ['curriculum-not-found'] as const,
})

/** Favourites and history of a user. */
export const library = calls({
  'POST /v1/course_collection': call({ source: 'spec', ...collection('课程') }),
  'POST /v1/ebook_collection': call({ source: 'spec', ...collection('电子书') }),
  'POST /v1/textbooks_collection': call({ source: 'spec', ...collection('数字教材') }),
  'POST /v1/bank_collection': call({ source: 'added', ...collection('题库') }),
  'GET /v1/user_collection_list': call({
    access: 'user',
    source: 'spec',
    summary: '我的收藏',
    input: Paging.extend({ kind: CurriculumKind.optional() }),
    data: pageOf(CurriculumCard.extend({ at: UnixSeconds })),
  }),
  'GET /v1/user_browse_records': call({
    access: 'user',
    source: 'spec',
    summary: '浏览记录',
    input: Paging.extend({ kind: CurriculumKind.optional() }),
    data: pageOf(CurriculumCard.extend({ at: UnixSeconds })),
  }),
  'POST /v1/browse_add': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '记下看过的内容；同一内容只留最近一次',
    input: z.object({ id: Id }),
    data: Done,
    errors: ['curriculum-not-found'],
  }),
  'POST /v1/browse_delete': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '删除浏览记录，ids 是内容的编号；不给则清空',
    input: z.object({ ids: z.array(Id).max(100).optional() }),
    data: Done,
  }),
  'GET /v1/user_home': call({
    access: 'user',
    source: 'added',
    summary: '学习者的主页：昵称、学校（若公开）、公开的笔记与评价',
    input: z.object({ id: Id.optional() }),
    data: Author.extend({
      bio: z.string(),
      school: z.string(),
      joinedAt: UnixSeconds,
      mine: z.boolean(),
      notes: z.int(),
      comments: z.int(),
      likes: z.int(),
    }),
    errors: ['user-not-found'],
  }),
  'GET /v1/user_home_notes': call({
    access: 'user',
    source: 'added',
    summary: '学习者公开的笔记',
    input: Paging.extend({ id: Id.optional() }),
    data: pageOf(Note),
    errors: ['user-not-found'],
  }),
  'GET /v1/user_home_comments': call({
    access: 'user',
    source: 'added',
    summary: '学习者写的评价',
    input: Paging.extend({ id: Id.optional() }),
    data: pageOf(Comment.extend({ curriculum: CurriculumCard })),
    errors: ['user-not-found'],
  }),
  'GET /v1/my_counts': call({
    access: 'user',
    source: 'added',
    summary: '我的页面上的数字',
    input: z.object({}),
    data: z.object({
      favourites: z.int(),
      /** Notes, highlights and bookmarks, as listed by my_notes. */
      notes: z.int(),
      browsed: z.int(),
      unread: z.int(),
      waitingComments: z.int(),
      unpaidOrders: z.int(),
      /** Redeemed codes. */
      coupons: z.int(),
    }),
  }),
  'POST /v1/tracking_point/add': call({
    access: 'public',
    source: 'spec',
    writes: 'natural',
    summary: '使用统计：只收列出的事件，同意隐私政策之前不发送',
    input: z.object({
      events: z
        .array(
          z.object({
            name: z.enum(['open', 'page', 'search', 'share', 'buy-click', 'play', 'read', 'install']),
            at: UnixSeconds,
            page: z.string().max(200).default(''),
            value: z.string().max(100).default(''),
          }),
        )
        .min(1)
        .max(50),
    }),
    data: Done,
  }),
})
