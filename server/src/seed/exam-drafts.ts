import type { DraftBody } from '@dxx/contract/calls/staff/exam-drafts'
import type { QuestionType } from '@dxx/contract/questions'
import { sql } from 'kysely'
import { stableId } from '../base/stable-ids'
import type { Db } from '../db/connection'

const bank = 'postgraduate-cs'

/** Sections of the sample draft: type of the questions, their number, and the points of each question. */
const sections: { title: string; type: QuestionType; count: number; points: number }[] = [
  { title: '一、单选题', type: 'single', count: 8, points: 5 },
  { title: '二、多选题', type: 'multiple', count: 3, points: 6 },
  { title: '三、填空题', type: 'blank', count: 3, points: 4 },
]

/** Adds an exam draft without a date for the sample teacher, to try the exam editor. Does nothing the second time. */
export async function seedExamDrafts(db: Db, now: number): Promise<void> {
  const { rows: questions } = await sql<{ uid: string; type: QuestionType }>`
    select q.uid, q.type from questions q join curricula c on c.id = q.curriculum_id
    where c.kind = 'bank' and c.slug = ${bank} and q.removed_at is null order by q.id`.execute(db)
  const { rows: places } = await sql<{ classId: number; classUid: string; schoolId: number; schoolUid: string }>`
    select k.id as "classId", k.uid as "classUid", s.id as "schoolId", s.uid as "schoolUid"
    from classes k join schools s on s.id = k.school_id where k.name = '计算机 2402 班' limit 1`.execute(db)
  const [place] = places
  if (!place || questions.length === 0) return
  const body: DraftBody = {
    title: '数据结构单元测验（栈、队列与树）',
    school: place.schoolUid,
    classes: [place.classUid],
    notice: '- 闭卷，独立完成。\n- 答案随写随存，断网也不会丢。',
    startsAt: null,
    endsAt: null,
    durationMinutes: 60,
    attempts: 1,
    pass: null,
    analysis: 'ended',
    rank: false,
    shuffle: { questions: true, options: true },
    goal: { points: 100, expected: 0.7 },
    sections: sections.map(({ title, type, count, points }) => ({
      title,
      questions: questions
        .filter((question) => question.type === type)
        .slice(0, count)
        .map(({ uid }) => ({ question: uid, points })),
    })),
  }
  await sql`
    insert into exam_drafts (uid, body, school_id, class_ids, created_by, created_at, updated_by, updated_at)
    select ${stableId('exam-draft', 'unit-test')}::uuid, ${JSON.stringify(body)}::jsonb, ${place.schoolId}::bigint,
      ${[place.classId]}::bigint[], u.id, ${now - 7200}::bigint, u.id, ${now - 3600}::bigint
    from users u where u.uid = ${stableId('user', 'teacher')}::uuid
    on conflict do nothing`.execute(db)
}
