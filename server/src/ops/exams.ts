import { csvRows } from '../importer/questions/table-files'
import { setMark, waitingAnswers } from '../modules/exams/mark'
import { examOverviews, extendExam } from '../modules/exams/operate'
import { readPlan } from '../modules/exams/plan'
import { PlanError, publishExam } from '../modules/exams/publish'
import { csvLine } from './csv'
import { UsageError, type Verbs } from './verb'

const minute = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })
const at = (seconds: number) => minute.format(seconds * 1000)

const columns = ['作答编号', '题号', '题目', '参考答案', '评分要点', '学生作答', '满分', '得分']

export const exams: Verbs = {
  list: {
    usage: 'exams list                        列出考试：时间、人数、待批阅',
    async run({ db, say }) {
      const rows = await examOverviews(db)
      if (rows.length === 0) say('还没有发布过考试。')
      for (const exam of rows) {
        const more = exam.extension > 0 ? `（延长 ${exam.extension / 60} 分钟）` : ''
        say(`${exam.slug}  ${at(exam.startsAt)} – ${at(exam.endsAt)}${more}  ${exam.title}`)
        say(`  学生 ${exam.students} · 作答中 ${exam.running} · 已交 ${exam.handedIn} · 待批阅 ${exam.waiting}`)
      }
    },
  },
  publish: {
    usage: 'exams publish <文件.yaml>         发布考试：冻结试卷，通知班级；写法见 docs/content.md',
    async run({ db, clock, say }, [path]) {
      if (!path) throw new UsageError()
      const now = clock.now()
      try {
        const plan = await readPlan(path, now)
        await publishExam(db, plan, now)
        say(`已发布《${plan.title}》：${at(plan.startsAt)} – ${at(plan.endsAt)}。`)
      } catch (error) {
        if (!(error instanceof PlanError)) throw error
        say(`没有发布：${error.message}`)
      }
    },
  },
  extend: {
    usage: 'exams extend <考试> <分钟> [手机号|学号]   延长时间，给所有人或一位学生；作答中的立即生效',
    async run({ db, clock, say }, [slug, minutes = '', student]) {
      if (!slug || !/^[1-9]\d{0,3}$/.test(minutes)) throw new UsageError()
      const moved = await extendExam(db, { slug, seconds: Number(minutes) * 60, student }, clock.now())
      say(
        moved === null ? '没有这场考试，或它没有发布给这位学生。' : `已延长 ${minutes} 分钟，作答中的有 ${moved} 份。`,
      )
    },
  },
  waiting: {
    usage: 'exams waiting <考试>              待批阅的简答，csv 格式；填好「得分」列后用 exams mark 交回',
    async run({ db, say }, [slug]) {
      if (!slug) throw new UsageError()
      say(csvLine(columns))
      for (const row of await waitingAnswers(db, slug))
        say(
          csvLine([row.attempt, row.number, row.question, row.reference, row.points, row.answer, String(row.full), '']),
        )
    },
  },
  mark: {
    usage: 'exams mark <作答编号> <题号> <得分> | <文件.csv>   批阅一题，或读入填好的 csv',
    async run({ db, clock, say }, [first, number, score]) {
      if (!first) throw new UsageError()
      const now = clock.now()
      if (number !== undefined) {
        if (score === undefined || !isScore(score)) throw new UsageError()
        const wrong = await setMark(db, { attempt: idOf(first), number, score: Number(score) }, now)
        return say(wrong ?? '已批阅。')
      }
      let [marked, line] = [0, 0]
      for await (const row of csvRows(first)) {
        const [attempt = '', place = '', given = ''] = [row[0]?.trim(), row[1]?.trim(), row[7]?.trim()]
        line++
        // The heading, empty lines, and answers that nobody has marked yet.
        if (line === 1 || attempt === '' || given === '') continue
        const known = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(attempt)
        const wrong = !known
          ? '作答编号无效'
          : isScore(given)
            ? await setMark(db, { attempt, number: place, score: Number(given) }, now)
            : `得分 ${given} 不是数`
        if (wrong) say(`第 ${line} 行：${wrong}`)
        else marked++
      }
      say(`已批阅 ${marked} 题。`)
    },
  },
}

const isScore = (text: string) => /^\d{1,4}(\.\d{1,2})?$/.test(text)

function idOf(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) throw new UsageError()
  return text
}
