import { basename } from 'node:path'
import { callerPath } from '../base/caller-path'
import { isMoment, readPlan, secondsAt } from '../importer/exam-plan'
import { csvRows } from '../importer/questions/table-files'
import { setManualScore, waitingAnswers, waitingPrograms } from '../modules/exams/manual-grading'
import { publishExam } from '../modules/exams/publish'
import { correctExam, rescheduleExam, withdrawExam } from '../modules/exams/revise'
import { examOverviews, extendExam, studentCount } from '../modules/exams/staff'
import { type OpsCommands, orFail, UsageError } from './command'
import { examDesk } from './exam-desk'
import { studentsNamed } from './exam-students'

const minute = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })
const at = (seconds: number) => minute.format(seconds * 1000)

const columns = ['作答编号', '题号', '题目', '参考答案', '评分要点', '学生作答', '满分', '得分']

function momentOf(text: string, now: number): number {
  if (!isMoment(text)) throw new UsageError()
  return secondsAt(text, now)
}

const targetOf = ({ slug, title = '' }: { slug: string; title?: string }) => ({ kind: 'exam', id: slug, name: title })
const timesOf = ({ startsAt, endsAt }: { startsAt: number; endsAt: number }) => ({ startsAt, endsAt })

export const exams: OpsCommands = {
  list: {
    usage: 'exams list                        列出考试：时间、人数、待批阅',
    reads: true,
    async run({ db, say, sayPage }) {
      await sayPage({
        read: (page) => examOverviews(db, page),
        empty: '还没有发布过考试。',
        keyOf: ({ slug }) => slug,
        say(exam) {
          const more = exam.extension > 0 ? `（延长 ${exam.extension / 60} 分钟）` : ''
          const state = exam.withdrawnAt === null ? '' : '  （已撤回）'
          say(`${exam.slug}  ${at(exam.startsAt)} – ${at(exam.endsAt)}${more}  ${exam.title}${state}`)
          say(`  学生 ${exam.students} · 作答中 ${exam.running} · 已交 ${exam.handedIn} · 待批阅 ${exam.waiting}`)
        },
      })
      const programs = (await waitingPrograms(db)).length
      if (programs > 0) say(`练习里有 ${programs} 份程序转人工，用 exams waiting --practice 列出。`)
    },
  },
  publish: {
    usage: 'exams publish <文件.yaml>         发布考试，通知班级；写法见 docs/content.md',
    async run({ audited, clock, say }, [path]) {
      if (!path) throw new UsageError()
      const now = clock.now()
      const plan = await readPlan(callerPath(path), now)
      const students = await audited(
        async (tx) => studentCount(tx, await publishExam(tx, plan, now)),
        (count) => ({ target: targetOf(plan), after: { ...timesOf(plan), students: count } }),
      )
      say(`已发布《${plan.title}》：${at(plan.startsAt)} – ${at(plan.endsAt)}，已通知 ${students} 位学生。`)
    },
  },
  correct: {
    usage:
      'exams correct <文件.yaml>         更正还没有人开始的考试（或重新发布撤回的）：按文件换掉试卷、时间和班级，通知学生',
    async run({ audited, clock, say }, [path]) {
      if (!path) throw new UsageError()
      const now = clock.now()
      const plan = await readPlan(callerPath(path), now)
      const students = await audited(
        (tx) => correctExam(tx, plan, now),
        (count) => ({ target: targetOf(plan), after: { ...timesOf(plan), students: count } }),
      )
      say(`已更正《${plan.title}》：${at(plan.startsAt)} – ${at(plan.endsAt)}，学生 ${students} 人，都已通知。`)
    },
  },
  postpone: {
    usage:
      'exams postpone <考试> <开始> [结束] [原因]   改还没有人开始的考试的时间，通知学生；时间写 "2026-11-20 09:00" 或从现在起的 +2d，不写结束就一样长；学生看到原因',
    async run({ audited, clock, say }, [slug, starts, ...more]) {
      if (!slug || !starts) throw new UsageError()
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
        (tx) => rescheduleExam(tx, slug, { startsAt, endsAt, reason }, now),
        (exam) => ({ target: targetOf({ slug, title: exam.title }), after: timesOf(exam), reason }),
      )
      say(`《${moved.title}》改为 ${at(moved.startsAt)} – ${at(moved.endsAt)}，已通知 ${moved.students} 位学生。`)
    },
  },
  withdraw: {
    usage: 'exams withdraw <考试> <原因>      撤回还没有人开始的考试，通知学生；题目随即可以在别处使用',
    async run({ audited, clock, say }, [slug, ...words]) {
      const reason = words.join(' ').trim()
      if (!slug || reason === '') throw new UsageError()
      const students = await audited(
        (tx) => withdrawExam(tx, slug, reason, clock.now()),
        (count) => ({ target: targetOf({ slug }), after: { withdrawn: true, students: count }, reason }),
      )
      say(`已撤回，并已通知 ${students} 位学生。`)
    },
  },
  extend: {
    usage:
      'exams extend <考试> <分钟> [all|手机号或学号[,…]] [原因]   延长时间，给所有人或列出的学生；作答中的立即生效，学生看到原因',
    async run({ db, audited, clock, say }, [slug, minutes = '', whom = 'all', ...words]) {
      if (!slug || !/^[1-9]\d{0,3}$/.test(minutes)) throw new UsageError()
      const students = whom === 'all' ? undefined : await studentsNamed(db, slug, whom)
      const reason = words.join(' ').trim() || undefined
      const done = await audited(
        (tx) => extendExam(tx, { slug, seconds: Number(minutes) * 60, students, reason }, clock.now()),
        (extended) =>
          extended && { target: targetOf({ slug }), after: { minutes, ...extended, chosen: students?.length }, reason },
      )
      if (done === null) throw new Error('没有这场考试，或它已撤回。')
      const skipped = done.skipped > 0 ? `${done.skipped} 位已交卷或不能再开始，没有延长。` : ''
      say(`已给 ${done.students} 位学生延长 ${minutes} 分钟，作答中的有 ${done.moved} 份。${skipped}`)
    },
  },
  waiting: {
    usage:
      'exams waiting <考试> | --practice [--out <文件>]   待批阅的简答和转人工的程序（--practice：练习里的），csv 格式；填好「得分」列后用 exams mark 交回',
    reads: true,
    csv: true,
    async run({ db, csv }, [slug]) {
      if (!slug) throw new UsageError()
      const practice = slug === '--practice'
      const exam = await db.selectFrom('exams').select('id').where('slug', '=', slug).executeTakeFirst()
      if (!practice) orFail(exam, `没有考试 ${slug}，exams list 列出全部考试`)
      csv(columns)
      for (const row of await (practice ? waitingPrograms(db) : waitingAnswers(db, slug)))
        csv([row.attempt, row.number, row.question, row.reference, row.points, row.answer, String(row.full), ''])
    },
  },
  mark: {
    usage: 'exams mark <作答编号> <题号> <得分> | <文件.csv>   批阅一题，或读入填好的 csv',
    async run({ audited, clock, say }, [first, number, score]) {
      if (!first) throw new UsageError()
      const now = clock.now()
      const mark = (given: { attempt: string; number: string; score: number }) =>
        audited(
          (tx) => setManualScore(tx, given, now),
          (wrong) =>
            wrong === null
              ? { target: { kind: 'attempt', id: given.attempt }, after: { number: given.number, score: given.score } }
              : null,
        )
      if (number !== undefined) {
        if (score === undefined || !isScore(score)) throw new UsageError()
        const wrong = await mark({ attempt: idOf(first), number, score: Number(score) })
        if (wrong) throw new Error(wrong)
        return say('已批阅。')
      }
      let [marked, line, failed] = [0, 0, 0]
      for await (const row of csvRows(callerPath(first))) {
        const [attempt = '', place = '', given = ''] = [row[0]?.trim(), row[1]?.trim(), row[7]?.trim()]
        if (++line === 1) {
          if (columns.some((name, i) => row[i]?.trim() !== name))
            throw new Error(`${basename(first)} 的第一行要是“${columns.join(',')}”，请用 exams waiting 写出的文件。`)
          continue
        }
        // Empty lines, and answers without a score.
        if (attempt === '' || given === '') continue
        const wrong = !isId(attempt)
          ? '作答编号无效'
          : isScore(given)
            ? await mark({ attempt, number: place, score: Number(given) })
            : `得分 ${given} 不是数`
        if (wrong) failed++
        if (wrong) say(`第 ${line} 行：${wrong}`)
        else marked++
      }
      if (line === 0) throw new Error(`${basename(first)} 是空的。`)
      say(`已批阅 ${marked} 题。`)
      if (failed > 0) throw new Error(`有 ${failed} 行没有批阅，改正后可以再次读入同一个文件。`)
    },
  },
  ...examDesk,
}

const isScore = (text: string) => /^\d{1,4}(\.\d{1,2})?$/.test(text)

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

function idOf(text: string): string {
  if (!isId(text)) throw new UsageError()
  return text
}
