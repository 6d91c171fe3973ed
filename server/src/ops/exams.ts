import type { Clash } from '@dxx/contract/calls/staff/exam-shapes'
import { callerPath } from '../base/caller-path'
import type { Db } from '../db/connection'
import { isMoment, readPlan, secondsAt } from '../importer/exam-plan'
import { examTarget } from '../modules/exams/desk/access'
import { clashesOf } from '../modules/exams/desk/publish-draft'
import { waitingPrograms } from '../modules/exams/manual-grading'
import { type ExamPlan, publishExam } from '../modules/exams/publish'
import { correctExam, rescheduleExam, withdrawExam } from '../modules/exams/revise'
import { examOverviews, extendDeadline, extensionRecord, studentCount } from '../modules/exams/staff'
import { type CommandContext, type OpsCommands, UsageError } from './command'
import { examDesk } from './exam-desk'
import { examGradingCommands } from './exam-grading'
import { studentsNamed } from './exam-students'
import { examBySlug } from './exam-target'

const minute = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })
const at = (seconds: number) => minute.format(seconds * 1000)

function momentOf(text: string, now: number): number {
  if (!isMoment(text)) throw new UsageError()
  return secondsAt(text, now)
}

const timesOf = ({ startsAt, endsAt }: { startsAt: number; endsAt: number }) => ({ startsAt, endsAt })

/** Returns other exams of the same classes at an overlapping time. */
async function clashesWith(tx: Db, { id }: { id: number }, times: { startsAt: number; endsAt: number }) {
  const classes = await tx.selectFrom('exam_classes').select('class_id').where('exam_id', '=', id).execute()
  return clashesOf(tx, { classIds: classes.map(({ class_id }) => class_id), ...timesOf(times), apart: id })
}

function printClashes(print: (line: string) => void, clashes: Clash[]): void {
  for (const { classes, startsAt, endsAt, title } of clashes)
    print(`注意：${classes.join('、')}在 ${at(startsAt)} – ${at(endsAt)} 还有《${title}》。`)
}

/** Publishes or corrects an exam from a file. Like the console, rejects an exam without students and lists clashes. */
async function storePlan(
  { clock, print }: Pick<CommandContext, 'clock' | 'print'>,
  audited: CommandContext['audited'],
  path: string,
  store: (tx: Db, plan: ExamPlan, now: number, reason?: string) => Promise<unknown>,
  reason?: string,
) {
  const now = clock.now()
  const plan = await readPlan(callerPath(path), now)
  const { students, clashes } = await audited(
    async (tx) => {
      await store(tx, plan, now, reason)
      const exam = await examBySlug(tx, plan.slug)
      const count = await studentCount(tx, exam.uid)
      if (count === 0) throw new Error('这些班级里还没有认证通过的学生，不能发布。')
      return { exam, students: count, clashes: await clashesWith(tx, exam, plan) }
    },
    ({ exam, students: count }) => ({ target: examTarget(exam), after: { ...timesOf(plan), students: count }, reason }),
  )
  printClashes(print, clashes)
  return { plan, students }
}

export const exams: OpsCommands = {
  list: {
    usage: 'exams list                        列出考试：时间、人数、待批阅',
    reads: true,
    async run({ db, print, printPage }) {
      await printPage({
        read: (page) => examOverviews(db, page),
        empty: '还没有发布过考试。',
        keyOf: ({ slug }) => slug,
        print(exam) {
          const more = exam.extension > 0 ? `（延长 ${exam.extension / 60} 分钟）` : ''
          const state = exam.withdrawnAt === null ? '' : '  （已撤回）'
          print(`${exam.slug}  ${at(exam.startsAt)} – ${at(exam.endsAt)}${more}  ${exam.title}${state}`)
          print(`  学生 ${exam.students} · 作答中 ${exam.running} · 已交 ${exam.handedIn} · 待批阅 ${exam.waiting}`)
        },
      })
      const programs = (await waitingPrograms(db)).length
      if (programs > 0) print(`练习里有 ${programs} 份程序转人工，用 exams waiting --practice 列出。`)
    },
  },
  publish: {
    usage: 'exams publish <文件.yaml>         发布考试，通知班级；写法见 docs/content.md',
    async run({ audited, ...ctx }, [path]) {
      if (!path) throw new UsageError()
      const { plan, students } = await storePlan(ctx, audited, path, publishExam)
      ctx.print(`已发布《${plan.title}》：${at(plan.startsAt)} – ${at(plan.endsAt)}，已通知 ${students} 位学生。`)
    },
  },
  correct: {
    usage:
      'exams correct <文件.yaml> [原因]  更正还没有人开始的考试（或重新发布撤回的）：按文件换掉试卷、时间和班级，通知学生，学生看到原因',
    async run({ audited, ...ctx }, [path, ...words]) {
      if (!path) throw new UsageError()
      const reason = words.join(' ').trim() || undefined
      const { plan, students } = await storePlan(ctx, audited, path, correctExam, reason)
      ctx.print(`已更正《${plan.title}》：${at(plan.startsAt)} – ${at(plan.endsAt)}，学生 ${students} 人，都已通知。`)
    },
  },
  postpone: {
    usage:
      'exams postpone <考试> <开始> [结束] [原因]   改还没有人开始的考试的时间，通知学生；时间写 "2026-11-20 09:00" 或从现在起的 +2d，不写结束就一样长；学生看到原因',
    async run({ db, audited, clock, print }, [slug, starts, ...more]) {
      if (!starts) throw new UsageError()
      const exam = await examBySlug(db, slug)
      const now = clock.now()
      const hasEnd = more[0] !== undefined && isMoment(more[0])
      const endsAt = hasEnd ? momentOf(more[0]!, now) : undefined
      const reason =
        more
          .slice(hasEnd ? 1 : 0)
          .join(' ')
          .trim() || undefined
      const startsAt = momentOf(starts, now)
      const moved = await audited(
        async (tx) => {
          const times = await rescheduleExam(tx, exam.slug, { startsAt, endsAt, reason }, now)
          return { ...times, clashes: await clashesWith(tx, exam, times) }
        },
        (times) => ({
          target: examTarget(exam),
          before: { startsAt: exam.starts_at, endsAt: exam.ends_at },
          after: timesOf(times),
          reason,
        }),
      )
      printClashes(print, moved.clashes)
      print(`《${moved.title}》改为 ${at(moved.startsAt)} – ${at(moved.endsAt)}，已通知 ${moved.students} 位学生。`)
    },
  },
  withdraw: {
    usage: 'exams withdraw <考试> <原因>      撤回还没有人开始的考试，通知学生；题目随即可以在别处使用',
    async run({ db, audited, clock, print }, [slug, ...words]) {
      const reason = words.join(' ').trim()
      if (reason === '') throw new UsageError()
      const exam = await examBySlug(db, slug)
      const students = await audited(
        (tx) => withdrawExam(tx, exam.slug, reason, clock.now()),
        (count) => ({ target: examTarget(exam), after: { withdrawn: true, students: count }, reason }),
      )
      print(`已撤回，并已通知 ${students} 位学生。`)
    },
  },
  extend: {
    usage:
      'exams extend <考试> <分钟> [all|手机号或学号[,…]] [原因]   延长时间，给所有人或列出的学生；作答中的立即生效，学生看到原因',
    async run({ db, audited, clock, print }, [slug, minutes = '', whom = 'all', ...words]) {
      if (!/^[1-9]\d{0,3}$/.test(minutes)) throw new UsageError()
      const exam = await examBySlug(db, slug)
      const students = whom === 'all' ? undefined : await studentsNamed(db, exam.slug, whom)
      const reason = words.join(' ').trim() || undefined
      const extension = { slug: exam.slug, seconds: Number(minutes) * 60, students, reason }
      const done = await audited(
        async (tx) => {
          const extended = await extendDeadline(tx, extension, clock.now())
          return extended && { ...extended, record: await extensionRecord(tx, extension, extended) }
        },
        (extended) => extended && { target: examTarget(exam), ...extended.record, reason },
      )
      if (done === null) throw new Error('没有这场考试，或它已撤回。')
      const skipped = done.skipped.length > 0 ? `${done.skipped.length} 位已交卷或不能再开始，没有延长。` : ''
      print(`已给 ${done.students.length} 位学生延长 ${minutes} 分钟，作答中的有 ${done.moved} 份。${skipped}`)
    },
  },
  ...examGradingCommands,
  ...examDesk,
}
