import { sql } from 'kysely'
import type { Db } from '../db/connection'
import { questionStem } from '../modules/exams/desk/question-briefs'
import type { StagedSite } from './site'
import type { UnmentionedEntries } from './stored-sources'

/** Changes of an import. Each entry is a text such as `轮播 hello 你好`. */
export interface Difference {
  added: string[]
  changed: string[]
  /** Entries of the database that no file mentions and that the import has not removed. */
  kept: string[]
  removed: string[]
  /** Texts and values in the files that differ from those set in the console, which stay. */
  console: string[]
}

export const noDifference = (): Difference => ({ added: [], changed: [], kept: [], removed: [], console: [] })

interface Stored {
  section: string
  key: string
  title: string
  hash: string
}

export type Snapshot = Map<string, Stored>

/**
 * Reads all entries that files describe, with a hash of their content, in an order that updates do not change. `names`
 * are curricula as `kind/slug`.
 */
export async function takeSnapshot(db: Db, names: string[]): Promise<Snapshot> {
  const rowHash = sql`md5((to_jsonb(t) - '{id,uid,position,claimed_by,claimed_at,has_roster}'::text[])::text)`
  const { rows } = await sql<Stored>`
    (select '学科' as section, slug as key, name as title, ${rowHash} as hash from subjects t order by id)
    union all (select '首页入口', slug, title, ${rowHash} from categories t order by id)
    union all (select '轮播', slug, title, ${rowHash} from banners t order by id)
    union all (select '协议', id::text, title, ${rowHash} from agreements t order by id)
    union all (select '文章', slug, title, ${rowHash} from articles t order by id)
    union all (select '版本', version, '', ${rowHash} from app_versions t order by version)
    union all (select '教师', slug, name, ${rowHash} from teachers t order by id)
    union all (select '学校', slug, name, ${rowHash} from schools t order by id)
    union all (select '班级', s.slug || '/' || t.slug, t.name, ${rowHash}
      from classes t join schools s on s.id = t.school_id order by t.id)
    union all (select '名册', s.slug || '/' || t.student_no, t.name, ${rowHash}
      from rosters t join schools s on s.id = t.school_id order by t.id)
    union all (select '帮助分类', slug, title, ${rowHash} from help_categories t order by id)
    union all (select '帮助', slug, title, ${rowHash} from help_articles t order by id)
    union all (select '内容', kind || '/' || slug, title, md5(jsonb_build_array(title, subtitle,
        price_cents, discount_percent, subject_id, teacher_id, author, summary, intro_html, cover_id, tags, published_at,
        published, word_count, chapter_count)::text) from curricula
      where kind || '/' || slug = any (${names}::text[]) order by id)
    union all (select '章节', c.kind || '/' || c.slug || ' ' || t.slug, t.title, encode(t.content_hash, 'hex')
      from chapters t join curricula c on c.id = t.curriculum_id
      where t.removed_at is null and c.kind || '/' || c.slug = any (${names}::text[]) order by c.id, t.position)
    union all (select '资源', c.kind || '/' || c.slug || ' ' || t.slug, t.title, ${rowHash}
      from resources t join curricula c on c.id = t.curriculum_id
      where t.removed_at is null and t.kind <> 'dataset' and c.kind || '/' || c.slug = any (${names}::text[])
      order by c.id, t.id)
    union all (select '题目', c.kind || '/' || c.slug || ' ' || t.slug, '', md5(concat_ws('|', t.version_id, t.difficulty,
        t.tags::text, t.chapter_id, t.test_slug, t.origin))
      from questions t join curricula c on c.id = t.curriculum_id
      where t.removed_at is null and c.kind || '/' || c.slug = any (${names}::text[]) order by c.id, t.id)`.execute(db)
  return new Map(rows.map((row) => [`${row.section} ${row.key}`, row]))
}

const lineOf = ({ section, key, title }: Stored) => `${section} ${key}${title ? ` ${title}` : ''}`

export function compareSnapshots(before: Snapshot, after: Snapshot, unmentioned: ReadonlySet<string>): Difference {
  const difference = noDifference()
  for (const [id, entry] of after) {
    const old = before.get(id)
    if (!old) difference.added.push(lineOf(entry))
    else if (old.hash !== entry.hash) difference.changed.push(lineOf(entry))
    else if (unmentioned.has(id)) difference.kept.push(lineOf(entry))
  }
  for (const [id, entry] of before) if (!after.has(id)) difference.removed.push(lineOf(entry))
  return difference
}

/** Maximum number of questions per list whose stems are read, because an import may change 20,000. */
const namedQuestions = 200

/** Adds the beginning of the stem to the questions of a difference: `题目 bank/b q1` becomes `题目 bank/b q1 栈是`. */
export async function nameQuestions(db: Db, difference: Difference): Promise<void> {
  for (const list of [difference.added, difference.changed, difference.kept, difference.removed]) {
    const lines = list.filter((line) => line.startsWith('题目 ')).slice(0, namedQuestions)
    if (lines.length === 0) continue
    const { rows } = await sql<{ line: string; stem: string }>`
      select '题目 ' || c.kind || '/' || c.slug || ' ' || q.slug as line, coalesce(v.body->>'stem', '') as stem
      from questions q join curricula c on c.id = q.curriculum_id join question_versions v on v.id = q.version_id
      where (c.kind || '/' || c.slug, q.slug) in (select split_part(line, ' ', 2), split_part(line, ' ', 3)
        from unnest(${lines}::text[]) line)`.execute(db)
    const stems = new Map(rows.map(({ line, stem }) => [line, questionStem(stem)]))
    list.forEach((line, at) => {
      list[at] = `${line} ${stems.get(line) ?? ''}`.trimEnd()
    })
  }
}

/** Returns entries in the database that the manifest's sections do not contain. */
export function unmentionedBy({ manifest, rosters }: StagedSite, before: Snapshot): string[] {
  const slugs = (list: { slug: string }[] | undefined) => list && new Set(list.map(({ slug }) => slug))
  const named: Record<string, ReadonlySet<string> | undefined> = {
    学科: slugs(manifest.subjects),
    首页入口: slugs(manifest.categories),
    轮播: slugs(manifest.banners),
    协议: manifest.agreements && new Set(manifest.agreements.map(({ id }) => String(id))),
    文章: slugs(manifest.articles),
    版本: manifest.versions && new Set(manifest.versions.map(({ version }) => version)),
    教师: slugs(manifest.teachers),
    学校: slugs(manifest.schools),
    帮助分类: slugs(manifest.help),
    帮助: slugs(manifest.help?.flatMap(({ articles }) => articles)),
  }
  const classes = new Map((manifest.schools ?? []).map((school) => [school.slug, slugs(school.classes)!]))
  const students = new Map(
    [...rosters].map(([school, entries]) => [school, new Set(entries.map(({ studentNo }) => studentNo))]),
  )
  const isUnmentioned = ({ section, key }: Stored) => {
    const school = key.split('/')[0]!
    const inside = section === '班级' ? classes.get(school) : section === '名册' ? students.get(school) : undefined
    if (inside) return !inside.has(key.slice(school.length + 1))
    return named[section] !== undefined && !named[section].has(key)
  }
  return [...before].filter(([, entry]) => isUnmentioned(entry)).map(([id]) => id)
}

export const unmentionedIn = (name: string, { chapters, resources, questions }: UnmentionedEntries): string[] => [
  ...chapters.map((slug) => `章节 ${name} ${slug}`),
  ...resources.map((slug) => `资源 ${name} ${slug}`),
  ...questions.map((slug) => `题目 ${name} ${slug}`),
]
