import * as z from 'zod'
import { formatMoment, parseMoment } from './moment'

const Slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'slug 只能用小写字母、数字和连字符' })
  .max(80)
const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: '日期要写成 2026-09-01 的样子', abort: true })
  .refine((day) => new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day), { error: '没有这一天' })
/** A day, or a time of Asia/Shanghai: banners, articles and versions that the console planned start at a time. */
const Moment = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/, {
    error: '时间要写成 2026-09-01 或 2026-09-01 14:00:00 的样子',
    abort: true,
  })
  // Rejects a day that does not exist, such as February 30, which would become another day.
  .refine(
    (text) => Number.isFinite(parseMoment(text)) && formatMoment(parseMoment(text)).startsWith(text.slice(0, 10)),
    {
      error: '没有这一天',
    },
  )
const Text = z.string().trim().min(1, { error: '不能为空' })
const Path = z.string().min(1, { error: '不能为空' })
const Yuan = z
  .number()
  .min(0, { error: '价格不能为负' })
  .max(100_000)
  .refine((yuan) => Math.abs(yuan * 100 - Math.round(yuan * 100)) < 1e-6, { error: '价格最多两位小数' })
const Colour = Text
/** A text that may be omitted, but must not be empty if present. */
const Optional = Text.default('')

export const SiteManifest = z.strictObject({
  categories: z.array(z.strictObject({ slug: Slug, title: Text, icon: Text, colour: Colour, link: Text })).optional(),
  banners: z
    .array(
      z
        .strictObject({
          slug: Slug,
          title: Text,
          subtitle: Optional,
          action: Optional,
          colour: Colour,
          link: Optional,
          image: Path.optional(),
          body: Path,
          starts: Moment.optional(),
          ends: Moment.optional(),
        })
        .refine(({ starts, ends }) => !starts || !ends || parseMoment(starts) < parseMoment(ends), {
          error: 'ends 要晚于 starts',
          path: ['ends'],
        }),
    )
    .optional(),
  agreements: z.array(z.strictObject({ id: z.int().min(1).max(99), title: Text, body: Path, updated: Day })).optional(),
  articles: z
    .array(z.strictObject({ slug: Slug, title: Text, summary: Optional, published: Moment, body: Path }))
    .optional(),
  versions: z
    .array(
      z.strictObject({
        version: z.string().regex(/^\d{1,4}(\.\d{1,4}){0,3}$/, { error: '版本号要写成 2.4.4 的样子' }),
        notes: Text,
        force: z.boolean(),
        url: Text,
        published: Moment,
      }),
    )
    .optional(),
  subjects: z.array(z.strictObject({ slug: Slug, name: Text, colour: Colour })).optional(),
  teachers: z
    .array(z.strictObject({ slug: Slug, name: Text, title: Optional, intro: Path, avatar: Path.optional() }))
    .optional(),
  schools: z
    .array(
      z.strictObject({
        slug: Slug,
        name: Text,
        province: Text,
        city: Text,
        address: Optional,
        latitude: z.number().min(-90).max(90).optional(),
        longitude: z.number().min(-180).max(180).optional(),
        classes: z
          .array(
            z.strictObject({
              slug: Slug,
              name: Text,
              college: Optional,
              year: z.int().min(1900).max(2200),
            }),
          )
          .default([]),
        roster: Path.optional(),
        /** Whether name and number that match the roster pass a student; by default not in production. */
        rosterMatch: z.enum(['instant', 'confirm']).optional(),
      }),
    )
    .optional(),
  help: z
    .array(
      z.strictObject({
        slug: Slug,
        title: Text,
        articles: z.array(z.strictObject({ slug: Slug, title: Text, body: Path })),
      }),
    )
    .optional(),
})
export type SiteManifest = z.output<typeof SiteManifest>

const Related = z
  .string()
  .regex(/^(course|ebook|textbook|bank)\/[a-z0-9-]+$/, { error: '要写成 ebook/python-notes 的样子' })

const common = {
  title: Text,
  subtitle: Optional,
  subject: Slug,
  price: Yuan,
  discount: z
    .number()
    .min(0)
    .max(100)
    .refine((percent) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-6, { error: '折扣最多两位小数' })
    .default(100),
  summary: Optional,
  intro: Path.optional(),
  cover: Path.optional(),
  tags: z.array(Text).default([]),
  published: Day,
  learners: z.int().min(0).max(1_000_000_000).default(0),
  related: z.array(Related).default([]),
  teacher: Slug.optional(),
  author: Optional,
  /** Not published. A hidden bank contains questions for exams only. */
  hidden: z.boolean().default(false),
}

export const CourseManifest = z.strictObject({
  ...common,
  teacher: Slug,
  chapters: z
    .array(
      z.strictObject({
        title: Text,
        slug: Slug.optional(),
        lessons: z
          .array(
            z
              .strictObject({
                slug: Slug,
                title: Text,
                video: Path.optional(),
                subtitles: Path.optional(),
                notes: Path.optional(),
                free: z.boolean().default(false),
                materials: z.array(z.strictObject({ title: Text, file: Path })).default([]),
              })
              .refine(({ video, notes }) => video || notes, { error: '一课要有视频或讲义' }),
          )
          .min(1, { error: '一章至少要有一课' }),
      }),
    )
    .min(1, { error: '至少要有一章' }),
})
export type CourseManifest = z.output<typeof CourseManifest>

const section = { slug: Slug, file: Path, free: z.boolean().default(false) }

/** A chapter to read, or a title with sections. */
const Chapter = z
  .strictObject({
    title: Text.optional(),
    slug: Slug.optional(),
    file: Path.optional(),
    free: z.boolean().default(false),
    sections: z.array(z.strictObject(section)).min(1, { error: '至少要有一节' }).optional(),
    test: Slug.optional(),
  })
  .refine(({ title, slug, file, sections }) => (sections ? title && !file : slug && file), {
    error: '要么写 slug 和 file，要么写 title 和 sections',
  })

export const BookManifest = z
  .strictObject({
    ...common,
    author: Text,
    epub: Path.optional(),
    /** Number of the EPUB's chapters that are readable before buying. */
    free: z.int().min(0).default(0),
    chapters: z.array(Chapter).min(1, { error: '至少要有一章' }).optional(),
  })
  .refine(({ epub, chapters }) => Boolean(epub) !== Boolean(chapters), {
    error: 'epub 和 chapters 要写一个，且只写一个',
    path: ['chapters'],
  })
export type BookManifest = z.output<typeof BookManifest>

const Resource = z
  .strictObject({
    slug: Slug,
    title: Text,
    kind: z.enum(['video', 'audio', 'file', 'link']),
    file: Path.optional(),
    url: z.url({ protocol: /^https?$/, error: '要写完整的网址' }).optional(),
  })
  .refine(({ kind, file, url }) => (kind === 'link' ? url && !file : file && !url), {
    error: 'link 要写 url，其他要写 file',
  })

export const TextbookManifest = z.strictObject({
  ...common,
  author: Text,
  chapters: z.array(Chapter).min(1, { error: '至少要有一章' }),
  resources: z.array(Resource).default([]),
  expand: z.array(z.strictObject({ slug: Slug, title: Text, file: Path, after: Slug })).default([]),
})
export type TextbookManifest = z.output<typeof TextbookManifest>

/** A loose object, because the importer of a bank's questions may accept more fields. */
export const BankManifest = z.looseObject(common)
export type BankManifest = z.output<typeof BankManifest>

/** Defaults for invalid fields, so that the rest of a manifest can be checked. They are never stored. */
export const manifestDefaults = {
  title: '？',
  subject: 'x',
  teacher: 'x',
  author: '？',
  price: 0,
  published: '2000-01-01',
}
