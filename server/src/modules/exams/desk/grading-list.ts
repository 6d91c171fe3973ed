import type { ExamToGrade, examGrading } from '@dxx/contract/calls/staff/exam-grading'
import { sql } from 'kysely'
import type { Handlers } from '../../../context'
import { examScope } from '../../staff/public'
import { examState } from './exam-state'

/** Maximum numbers of listed exams: with open answers, and completely graded. */
const [mostOpen, mostDone] = [200, 50]

/** Lists exams with manually graded answers, and how many answers of each the caller can grade. */
export const listGrading: Handlers<typeof examGrading>['GET /staff/v1/grading_list'] = async (ctx) => {
  const { db, staff, user, clock } = ctx
  const { rows } = await sql<ExamToGrade & { open: boolean }>`
    with counts as (
      select a.exam_id, count(distinct (q.position, g.part)) as questions, count(*) as total,
        count(*) filter (where g.state = 'graded') as graded,
        count(*) filter (where g.state <> 'graded' and not m.mine) as waiting,
        count(*) filter (where g.state = 'third' and not m.mine) as third, count(*) filter (where m.mine) as mine
      from exam_grading g join question_attempts q on q.id = g.question_attempt_id
        join exam_attempts a on a.id = q.exam_attempt_id
        join exams e on e.id = a.exam_id and e.withdrawn_at is null and ${examScope(staff, 'exam.grade', 'e')}
        cross join lateral (select exists (select from exam_grades m where m.question_attempt_id = g.question_attempt_id
          and m.part = g.part and m.by_user = ${user.id} and m.undone_at is null) as mine) m
      where not exists (select from exam_rulings r
        where r.exam_id = a.exam_id and r.position = q.position and r.kind = 'void')
      group by a.exam_id
    ), ranked as (
      select c.*, e.ends_at, c.graded < c.total as open,
        row_number() over (partition by c.graded < c.total order by e.ends_at desc, e.id desc) as place
      from counts c join exams e on e.id = c.exam_id
    )
    select e.uid as id, e.title, array(select k.name from exam_classes x join classes k on k.id = x.class_id
        where x.exam_id = e.id order by k.position) as classes,
      ${examState(clock.now())} as state, e.ends_at as "endsAt", r.questions, r.total, r.graded, r.waiting, r.third, r.mine, r.open
    from ranked r join exams e on e.id = r.exam_id
    where r.place <= case when r.open then ${mostOpen}::int else ${mostDone}::int end
    order by r.open desc, case when r.open then r.ends_at else -r.ends_at end, e.id`.execute(db)
  return {
    waiting: rows.reduce((sum, { waiting }) => sum + waiting, 0),
    list: rows.map(({ open: _, ...row }) => row),
  }
}
