import * as z from 'zod'
import { call, calls } from '../call'
import { Locator } from '../locator'
import { Paging, pageOf } from '../paging'
import { Count, Done, Id, UnixSeconds } from '../shapes'
import { CurriculumCard } from './catalogue'

/** Public profile of an author. */
export const Author = z.object({
  id: Id,
  nickname: z.string(),
  avatar: z.string().nullable(),
  /** Set if the author was a teacher when the post was written. */
  teacher: z.boolean().optional(),
})
export type Author = z.infer<typeof Author>

/** Images are uploads of purpose `image`; lists return their URLs. */
const Images = z.array(Id).max(9, { error: '最多 9 张图片' }).default([])
const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, { error: '请先写点什么' })
    .max(max, { error: `最多 ${max} 个字` })
export const LikeInput = z.object({ id: Id, on: z.boolean() })
export const Liked = z.object({ on: z.boolean(), count: z.int() })

const Written = z.object({
  id: Id,
  author: Author,
  text: z.string(),
  images: z.array(z.object({ id: Id, url: z.string() })),
  likes: z.int(),
  liked: z.boolean(),
  mine: z.boolean(),
  createdAt: UnixSeconds,
})

export const Comment = Written.extend({
  curriculumId: Id,
  stars: z.int().min(1).max(5),
  replies: z.int(),
  editedAt: UnixSeconds.nullable(),
})
export type Comment = z.infer<typeof Comment>

const Place = z.object({ id: Id, title: z.string(), chapterId: Id.nullable(), chapterTitle: z.string() })

export const Discuss = Written.extend({
  /** Paragraph that the discussion refers to; empty for the whole chapter. */
  pid: z.string(),
  quote: z.string(),
  place: Place,
  replies: z.int(),
  pinned: z.boolean(),
  /** Closed discussions take no replies. */
  closed: z.boolean(),
  /** Reply that was accepted as the answer. */
  acceptedId: Id.nullable(),
  /** What the reader may do: teachers of the content pin; they, teachers of the author and the author decide. */
  rights: z.object({ pin: z.boolean(), decide: z.boolean() }).optional(),
})
export type Discuss = z.infer<typeof Discuss>

export const Note = Discuss.extend({
  public: z.boolean(),
  locator: Locator.nullable(),
  /** Second of the video that the note refers to; null for texts. */
  seconds: z.int().nullable(),
  colour: z.string(),
  updatedAt: UnixSeconds,
})
export type Note = z.infer<typeof Note>

export const Reply = Written.extend({ to: Author.nullable() })
export type Reply = z.infer<typeof Reply>

const Target = z.enum(['comment', 'discuss', 'note', 'reply'])

export const community = calls({
  'GET /v130/comment_list': call({
    replica: true,
    access: 'public',
    source: 'inferred',
    summary: '评价列表，新的在前',
    input: Paging.extend({ curriculumId: Id, stars: z.int().min(1).max(5).optional() }),
    data: pageOf(Comment),
    errors: ['curriculum-not-found'],
  }),
  'GET /v130/comment_info': call({
    access: 'public',
    source: 'inferred',
    summary: '一条评价',
    input: z.object({ id: Id }),
    data: Comment,
    errors: ['comment-not-found'],
  }),
  'GET /v130/user_comment': call({
    access: 'user',
    source: 'spec',
    summary: '我写的评价，与还没有评价的内容',
    input: Paging,
    data: pageOf(Comment.extend({ curriculum: CurriculumCard })).extend({ waiting: z.array(CurriculumCard) }),
  }),
  'POST /v130/add_comment': call({
    access: 'mobile',
    source: 'inferred',
    writes: 'keyed',
    summary: '评价或修改自己的评价；每项内容一条，拥有后才能评价',
    input: z.object({
      curriculumId: Id,
      stars: z.int().min(1, { error: '请先打分' }).max(5),
      text: text(500),
      images: Images,
    }),
    data: Comment,
    errors: ['post-hidden', 'curriculum-not-found', 'image-not-found', 'words-refused'],
  }),
  'POST /v130/like_comment': call({
    access: 'user',
    source: 'inferred',
    writes: 'natural',
    summary: '给评价点赞或取消',
    input: LikeInput,
    data: Liked,
    errors: ['comment-not-found'],
  }),
  'POST /v130/del_comment': call({
    access: 'user',
    source: 'spec',
    writes: 'natural',
    summary: '删除自己的评价',
    input: z.object({ id: Id }),
    data: Done,
    errors: ['comment-not-found'],
  }),

  'GET /v131/get_discuss': call({
    replica: true,
    access: 'user',
    source: 'spec',
    summary: '一章或一段的讨论；counts 是各段的条数',
    input: Paging.extend({ curriculumId: Id, chapterId: Id.optional(), pid: z.string().max(64).optional() }),
    data: pageOf(Discuss).extend({ counts: z.record(z.string(), z.int()) }),
    errors: ['curriculum-not-found'],
  }),
  'GET /v131/question_discuss': call({
    access: 'purchase',
    source: 'added',
    summary: '一道题的讨论，新的在前',
    input: Paging.extend({ question: Id }),
    data: pageOf(Discuss),
    errors: ['question-not-found'],
  }),
  'POST /v131/push_question_discuss': call({
    access: 'mobile',
    source: 'added',
    writes: 'keyed',
    summary: '讨论一道题',
    input: z.object({ question: Id, text: text(1000) }),
    data: Discuss,
    errors: ['question-not-found', 'words-refused'],
  }),
  'GET /v131/question_note': call({
    access: 'purchase',
    source: 'added',
    summary: '我给一道题写的笔记；没有时为空',
    input: z.object({ question: Id }),
    data: z.object({ text: z.string(), updatedAt: UnixSeconds.nullable() }),
    errors: ['question-not-found'],
  }),
  'POST /v131/question_note': call({
    access: 'purchase',
    source: 'added',
    writes: 'natural',
    summary: '给一道题写笔记，每题一条，只有自己看得到；空的是删除',
    input: z.object({ question: Id, text: z.string().trim().max(2000, { error: '最多 2000 个字' }) }),
    data: z.object({ text: z.string(), updatedAt: UnixSeconds.nullable() }),
    errors: ['question-not-found'],
  }),
  'POST /v131/push_discuss': call({
    access: 'mobile',
    source: 'spec',
    writes: 'keyed',
    summary: '发表讨论',
    input: z.object({
      curriculumId: Id,
      chapterId: Id,
      pid: z.string().max(64).default(''),
      quote: z.string().max(300).default(''),
      text: text(1000),
      images: Images,
      /** Also puts the discussion into the queue of the teachers of the student's class. */
      askTeacher: z.boolean().default(false),
    }),
    data: Discuss,
    errors: ['curriculum-not-found', 'image-not-found', 'words-refused'],
  }),
  'POST /v131/discuss_pin': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '置顶讨论或取消；只有这门内容的教师可以',
    input: LikeInput,
    data: Discuss,
    errors: ['discuss-not-found', 'discuss-refused'],
  }),
  'POST /v131/discuss_close': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '关闭讨论或重新开放；作者和教师可以',
    input: LikeInput,
    data: Discuss,
    errors: ['discuss-not-found', 'discuss-refused'],
  }),
  'POST /v131/discuss_accept': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '采纳一条回复为答案，或取消（reply 为空）；作者和教师可以',
    input: z.object({ id: Id, reply: Id.nullable() }),
    data: Discuss,
    errors: ['discuss-not-found', 'discuss-refused', 'target-not-found'],
  }),
  'POST /v131/delete_discuss': call({
    access: 'user',
    source: 'spec',
    writes: 'natural',
    summary: '删除自己的讨论',
    input: z.object({ id: Id }),
    data: Done,
    errors: ['discuss-not-found'],
  }),
  'POST /v131/like_discuss': call({
    access: 'user',
    source: 'spec',
    writes: 'natural',
    summary: '给讨论点赞或取消',
    input: LikeInput,
    data: Liked,
    errors: ['discuss-not-found'],
  }),

  'GET /v131/get_note': call({
    access: 'user',
    source: 'spec',
    summary: '笔记：自己的，或大家公开的',
    input: Paging.extend({
      curriculumId: Id.optional(),
      chapterId: Id.optional(),
      scope: z.enum(['mine', 'public']).default('mine'),
    }),
    data: pageOf(Note),
  }),
  'POST /v131/push_note': call({
    access: 'user',
    source: 'spec',
    writes: 'keyed',
    summary: '写笔记，或修改（带 id）；公开需要绑定手机号',
    input: z.object({
      id: Id.optional(),
      curriculumId: Id,
      chapterId: Id,
      text: text(5000),
      quote: z.string().max(2000).default(''),
      locator: Locator.nullable().default(null),
      seconds: Count.nullable().default(null),
      images: Images,
      /** Colour name of the highlight that the note belongs to; empty if none. */
      colour: z
        .string()
        .regex(/^[a-z]{0,16}$/)
        .default(''),
      public: z.boolean().default(false),
    }),
    data: Note,
    errors: ['post-hidden', 'curriculum-not-found', 'note-not-found', 'image-not-found', 'words-refused'],
  }),
  'POST /v131/delete_note': call({
    access: 'user',
    source: 'spec',
    writes: 'natural',
    summary: '删除自己的笔记',
    input: z.object({ id: Id }),
    data: Done,
    errors: ['note-not-found'],
  }),
  'POST /v131/like_note': call({
    access: 'user',
    source: 'spec',
    writes: 'natural',
    summary: '给公开的笔记点赞或取消',
    input: LikeInput,
    data: Liked,
    errors: ['note-not-found'],
  }),

  'GET /v131/reply_list': call({
    replica: true,
    access: 'public',
    source: 'inferred',
    summary: '评价、讨论或笔记下面的回复',
    input: Paging.extend({ target: Target.exclude(['reply']), id: Id }),
    data: pageOf(Reply),
    errors: ['target-not-found'],
  }),
  'POST /v131/push_reply': call({
    access: 'mobile',
    source: 'added',
    writes: 'keyed',
    summary: '回复',
    /** `to`: user id of the addressee, who must have replied to this post; if omitted, the author of the post. */
    input: z.object({ target: Target.exclude(['reply']), id: Id, to: Id.optional(), text: text(500) }),
    data: Reply,
    errors: ['discuss-closed', 'target-not-found', 'words-refused'],
  }),
  'POST /v131/delete_reply': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '删除自己的回复',
    input: z.object({ id: Id }),
    data: Done,
    errors: ['target-not-found'],
  }),
  'POST /v131/report': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '举报',
    input: z.object({ target: Target, id: Id, reason: text(200) }),
    data: Done,
    errors: ['target-not-found'],
  }),
})
