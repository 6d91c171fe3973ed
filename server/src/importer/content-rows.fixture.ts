import { sql } from 'kysely'
import type { Db } from '../db/connection'

/** Rows of all content tables without row ids and import times: equal in two databases with the same content. */
export async function contentRows(db: Db): Promise<Record<string, unknown[]>> {
  const queries = {
    subjects: sql`select uid, slug, name, colour, position from subjects`,
    categories: sql`select slug, title, icon, colour, link, position from categories`,
    banners: sql`select to_jsonb(t) - 'id' as row from banners t`,
    agreements: sql`select * from agreements`,
    versions: sql`select * from app_versions`,
    articles: sql`select to_jsonb(t) - 'id' as row from articles t`,
    teachers: sql`select t.uid, t.slug, t.name, t.title, t.intro_html, t.position, m.key from teachers t
      left join media m on m.id = t.avatar_id`,
    schools: sql`select to_jsonb(t) - 'id' as row from schools t`,
    classes: sql`select s.slug as school, to_jsonb(t) - '{id,school_id}'::text[] as row from classes t
      join schools s on s.id = t.school_id`,
    rosters: sql`select s.slug as school, c.slug as class, r.student_no, r.name from rosters r
      join schools s on s.id = r.school_id join classes c on c.id = r.class_id`,
    help: sql`select c.slug as category, to_jsonb(t) - '{id,category_id}'::text[] as row from help_articles t
      join help_categories c on c.id = t.category_id`,
    helpCategories: sql`select to_jsonb(t) - 'id' as row from help_categories t`,
    curricula: sql`select c.kind, c.slug, c.uid, c.title, c.subtitle, c.price_cents, c.discount_percent, c.published,
      c.author, c.summary, c.intro_html, c.tags, c.word_count, c.minutes, c.chapter_count, c.duration_seconds, c.learners,
      c.published_at, s.slug as subject, t.slug as teacher, m.key as cover from curricula c
      left join subjects s on s.id = c.subject_id left join teachers t on t.id = c.teacher_id
      left join media m on m.id = c.cover_id`,
    related: sql`select c.kind as of_kind, c.slug as of_slug, r.position, r.kind, r.slug from related_curricula r
      join curricula c on c.id = r.curriculum_id`,
    chapters: sql`select t.uid, t.slug, p.slug as parent, a.slug as after, t.position, t.title, t.kind, t.free, t.test_slug,
      t.html, t.plain, t.word_count, t.minutes, t.duration_seconds, v.key as video, w.key as poster, u.key as subtitles
      from chapters t left join chapters p on p.id = t.parent_id left join chapters a on a.id = t.after_id
      left join media v on v.id = t.video_id left join media w on w.id = v.poster_id
      left join media u on u.id = t.subtitles_id where t.removed_at is null`,
    paragraphs: sql`select c.uid, p.pid, p.position, p.text from paragraphs p join chapters c on c.id = p.chapter_id
      where c.removed_at is null`,
    resources: sql`select to_jsonb(t) - '{id,curriculum_id,chapter_id,media_id,removed_at}'::text[] as row, c.slug as chapter,
      m.key from resources t left join chapters c on c.id = t.chapter_id left join media m on m.id = t.media_id
      where t.removed_at is null`,
    questions: sql`select q.uid, q.slug, q.origin, q.type, q.score, q.difficulty, q.tags, q.free, q.test_slug, q.position,
      c.slug as chapter, v.source, v.body, v.rubric from questions q join question_versions v on v.id = q.version_id
      left join chapters c on c.id = q.chapter_id where q.removed_at is null`,
    search: sql`select kind, target, title, body, initials from search_documents`,
    sources: sql`select c.kind, c.slug, f.path, f.text, f.media_key from source_files f
      left join curricula c on c.id = f.curriculum_id`,
    exams: sql`select e.slug, s.slug as school, e.title, e.notice, e.starts_at, e.ends_at, e.duration, e.attempts_allowed,
      e.score, e.pass_score, e.analysis, e.rank, e.shuffle_questions, e.shuffle_options,
      array(select c.slug from exam_classes k join classes c on c.id = k.class_id where k.exam_id = e.id order by 1) as classes,
      array(select q.uid from exam_questions p join questions q on q.id = p.question_id where p.exam_id = e.id
        order by p.position) as questions
      from exams e join schools s on s.id = e.school_id where e.withdrawn_at is null`,
  }
  const found: Record<string, unknown[]> = {}
  for (const [name, query] of Object.entries(queries)) {
    const { rows } = await query.execute(db)
    found[name] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return found
}
