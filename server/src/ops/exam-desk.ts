import type { ItemFlag } from '@dxx/contract/calls/staff/exam-results'
import type { RulingKind } from '@dxx/contract/calls/staff/exam-shapes'
import { formatClock } from '@dxx/contract/rules/format'
import { formatChineseTime } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import { examTarget } from '../modules/exams/desk/access'
import { analyseExam } from '../modules/exams/desk/analysis'
import { answerAppealAs } from '../modules/exams/desk/answer-appeal'
import { readAppeals } from '../modules/exams/desk/appeal-list'
import { endExam, messageRoom, pauseExam, resumeExam } from '../modules/exams/desk/control'
import { stateOf } from '../modules/exams/desk/exam-state'
import { liveStudents } from '../modules/exams/desk/live'
import { makeRuling, previewRegrade, startRegrade } from '../modules/exams/desk/regrade'
import { readRegrades } from '../modules/exams/desk/regrade-list'
import { summariseChanges } from '../modules/exams/desk/regrade-preview'
import { readResults } from '../modules/exams/desk/results-table'
import { readStatistics } from '../modules/exams/desk/statistics'
import { paperOf } from '../modules/exams/papers'
import { hasEnded } from '../modules/exams/rules'
import { parseStaffAnswer } from '../questions/from-text'
import { showAnswerWithIds } from '../questions/present'
import { type CommandContext, type OpsCommands, orFail, UsageError } from './command'
import { studentsNamed } from './exam-students'
import { examBySlug } from './exam-target'

function reasonOf(words: string[]): string {
  const reason = words.join(' ').trim()
  if (reason === '') throw new UsageError()
  return reason
}

/**
 * Extracts the options of `exams say` from any position: an ignored option would send a message for one student to all.
 */
function takeOptions(words: readonly string[]): { to?: string; question?: string; rest: string[] } {
  const rest: string[] = []
  const options: { to?: string; question?: string } = {}
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (word === '--to') options.to = words[++at] ?? ''
    else if (word === '--question') options.question = words[++at] ?? ''
    else rest.push(word)
  }
  return { ...options, rest }
}

const mostAppeals = 200
const noSuchAnswer = (text: string) => `“${text}”不能作为这道题的答案；简答、编程和材料题请用 give、void 或管理台。`
const kindNames: Record<RulingKind, string> = { void: '作废', give: '送分', key: '接受更多答案', original: '恢复原样' }
const flagNames: Record<ItemFlag, string> = {
  'too-easy': '偏易',
  'too-hard': '偏难',
  negative: '区分度为负',
  weak: '区分度低',
  'unused-distractor': '有选项没人选',
  'distractor-beats-key': '疑似答案有误',
}
const kinds: Record<string, RulingKind> = { void: 'void', give: 'give', original: 'original' }
const states = { waiting: '未开始', answering: '作答中', submitted: '已交', closed: '已收卷', absent: '缺考' }

/** Reads question and new scoring from the arguments of a regrade. */
async function readRuling({ db, config }: CommandContext, slug: string | undefined, number = '', kind = '') {
  const exam = await examBySlug(db, slug)
  const texts = kind.startsWith('key=') ? kind.slice(4).split('|') : []
  const ruled = texts.length > 0 ? 'key' : kinds[kind]
  const position = Number(number) - 1
  if (!/^[1-9]\d{0,3}$/.test(number) || !ruled) throw new UsageError()
  if (position >= exam.question_count) throw new Error(`没有第 ${number} 题。`)
  const paper = await paperOf({ db, rootDb: db, config }, { ...exam, paperVersion: exam.paper_version })
  const version = paper.versions[position]!
  const answers = texts.map((text) =>
    showAnswerWithIds(version, orFail(parseStaffAnswer(version, text), noSuchAnswer(text)), paper),
  )
  return {
    exam,
    paper,
    position,
    ruled,
    texts,
    ruling: makeRuling(paper, position, { kind: ruled, answers, keepKey: true }),
  }
}

/** Commands for running and ended exams; they call the same functions as the staff console. */
export const examDesk: OpsCommands = {
  pause: {
    usage: 'exams pause <考试> <原因>         暂停考试，所有人的时间停住；学生看到原因',
    async run({ db, audited, clock, print }, [slug, ...words]) {
      const exam = await examBySlug(db, slug)
      const reason = reasonOf(words)
      const { running, changed } = await audited(
        (tx) => pauseExam(tx, exam.id, reason, clock.now()),
        ({ changed, since }) => (changed ? { target: examTarget(exam), after: { pausedAt: since }, reason } : null),
      )
      const done = changed ? '已暂停' : `之前就暂停了，原因还是“${exam.pause_reason ?? ''}”`
      print(`${done}，作答中的有 ${running} 份；用 exams resume 继续。`)
    },
  },
  resume: {
    usage: 'exams resume <考试>               继续暂停的考试，截止时间和结束时间顺延',
    async run({ db, audited, clock, print }, [slug]) {
      const exam = await examBySlug(db, slug)
      const { seconds, moved } = await audited(
        (tx) => resumeExam(tx, exam.id, clock.now()),
        ({ seconds, moved: running, endsAt }) =>
          exam.paused_at === null ? null : { target: examTarget(exam), after: { endsAt, seconds, running } },
      )
      print(exam.paused_at === null ? '考试没有暂停。' : `已继续，顺延 ${seconds} 秒，作答中的有 ${moved} 份。`)
    },
  },
  end: {
    usage: 'exams end <考试> <分钟> <原因>    几分钟后提前收卷（0：现在），已保存的作答都算数',
    async run({ db, audited, clock, print }, [slug, minutes = '', ...words]) {
      const exam = await examBySlug(db, slug)
      if (!/^\d{1,3}$/.test(minutes)) throw new UsageError()
      const reason = reasonOf(words)
      const { running } = await audited(
        (tx) => endExam(tx, exam.id, { minutes: Number(minutes), reason }, clock.now()),
        (ended) => ({ target: examTarget(exam), before: { endsAt: exam.ends_at }, after: ended, reason }),
      )
      print(`${Number(minutes) === 0 ? '现在收卷' : `${Number(minutes)} 分钟后收卷`}，作答中的有 ${running} 份。`)
    },
  },
  say: {
    usage:
      'exams say <考试> [--to 手机号或学号[,…]] [--question 题号] <消息>   给考场里的学生发消息，显示在考试页面上；--to 只发给列出的学生，--question 引用试卷上的这道题',
    async run({ db, audited, clock, print }, [slug, ...words]) {
      const exam = await examBySlug(db, slug)
      const { to, question, rest } = takeOptions(words)
      const userIds = to === undefined ? null : await studentsNamed(db, exam.slug, to)
      if (question !== undefined && !/^[1-9]\d{0,3}$/.test(question)) throw new UsageError()
      if (Number(question) > exam.question_count) throw new Error(`没有第 ${question} 题。`)
      const position = question === undefined ? null : Number(question) - 1
      const body = reasonOf(rest)
      const { students, offline } = await audited(
        (tx) => messageRoom(tx, exam.id, { body, userIds, position, by: null }, clock.now()),
        (sent) => ({ target: examTarget(exam), after: { body, students: sent.students } }),
      )
      print(`已发给 ${students} 位学生${offline > 0 ? `，其中 ${offline} 位断线，回来以后看到` : ''}。`)
    },
  },
  regrade: {
    usage:
      'exams regrade <考试> <题号> void|give|original|key=<答案>[|<答案>] <原因>   作废、送分、恢复一道题或让这些答案也算对，后台重算成绩并通知学生；答案写字母（AC）、对、错、数值或填空的文字（多空用；隔开）',
    async run(ctx, [slug, number, kind, ...words]) {
      const { db, audited, clock, print } = ctx
      const { exam, paper, position, ruled, ruling, texts } = await readRuling(ctx, slug, number, kind)
      const reason = reasonOf(words)
      const { changes } = await previewRegrade(db, paper, exam, position, ruling)
      const changed = changes.filter(({ totalBefore, totalAfter }) => totalBefore !== totalAfter).length
      await audited(
        (tx) => startRegrade(tx, exam, { position, kind: ruled, ruling, reason, by: null }, clock.now()),
        () => ({
          target: examTarget(exam),
          after: { question: position + 1, kind: ruled, key: texts.join('|') },
          reason,
        }),
      )
      print(`已开始重算 ${changes.length} 份作答，其中 ${changed} 份的成绩会变。`)
    },
  },
  'regrade-preview': {
    usage:
      'exams regrade-preview <考试> <题号> void|give|original|key=<答案>[|<答案>] [--out <文件>]   改评分会让谁的成绩变多少，csv 格式，变得多的在前；什么都不改',
    reads: true,
    csv: true,
    async run(ctx, [slug, number, kind]) {
      const { exam, paper, position, ruling } = await readRuling(ctx, slug, number, kind)
      const { changes } = await previewRegrade(ctx.db, paper, exam, position, ruling)
      const effect = await summariseChanges(ctx.db, exam, changes)
      ctx.csv(['姓名', '学号', '班级', '这题原来', '这题改为', '总分原来', '总分改为'])
      const { students, changed, up, down, averageBefore, averageAfter } = effect
      ctx.csv([
        '合计',
        `${students} 人`,
        `${changed} 人有变：${up} 加 ${down} 减`,
        '',
        '',
        averageBefore ?? '',
        averageAfter ?? '',
      ])
      for (const { name, number: no, class: className, before, after, totalBefore, totalAfter } of effect.changes)
        ctx.csv([name, no, className, before, after, totalBefore, totalAfter])
    },
  },
  live: {
    usage: 'exams live <考试>                 考场实况：每位学生的状态、已答题数、离开次数、断线和剩余时间',
    reads: true,
    async run({ db, clock, print }, [slug]) {
      const exam = await examBySlug(db, slug)
      const now = clock.now()
      if (exam.paused_at !== null) print(`${formatChineseTime(exam.paused_at)} 起暂停：${exam.pause_reason ?? ''}`)
      for (const one of await liveStudents(db, exam.id, await stateOf(db, exam.id, now), now)) {
        const offline = one.offline ? '  断线' : ''
        const left =
          one.state === 'answering' && one.deadline !== null
            ? `  还剩 ${formatClock(Math.max(0, one.deadline - now))}`
            : ''
        print(
          `${one.class}  ${one.number}  ${one.name}  ${states[one.state]}  已答 ${one.answered} / ${exam.question_count}  离开 ${one.leaves} 次${offline}${left}`,
        )
      }
    },
  },
  regrades: {
    usage: 'exams regrades <考试>             改过的评分：题号、原因、进度、变了的人数',
    reads: true,
    async run({ db, print }, [slug]) {
      const exam = await examBySlug(db, slug)
      const list = await readRegrades(db, sql<boolean>`r.exam_id = ${exam.id}`)
      if (list.length === 0) print('没有改过评分。')
      for (const { number, kind, reason, by, state, done, total, changed, up, down } of list) {
        const progress =
          state === 'stopped'
            ? '没有做完就停了，请在站点状态里重试'
            : state === 'running'
              ? `正在重算 ${done} / ${total}`
              : `变了 ${changed} 份（加 ${up}，减 ${down}）`
        print(`第 ${number} 题  ${kindNames[kind]}  ${progress}  ${by}：${reason}`)
      }
    },
  },
  analysis: {
    usage: 'exams analysis <考试> [--out <文件>]   题目分析：得分率、区分度、用时、提示，csv 格式；开头一行是整卷',
    reads: true,
    csv: true,
    async run({ db, config, csv }, [slug]) {
      const exam = await examBySlug(db, slug)
      const paper = await paperOf({ db, rootDb: db, config }, { ...exam, paperVersion: exam.paper_version })
      const found = await analyseExam(db, exam.id, paper)
      const two = (value: number | null) => (value === null ? '' : Math.round(value * 100) / 100)
      csv(['题号', '题目', '满分', '得分率', '区分度', '用时（秒）', '未答', '提示'])
      csv([
        '整卷',
        `人数 ${found.students}`,
        '',
        `信度 ${two(found.alpha)}`,
        `标准误 ${two(found.standardError)}`,
        '',
        '',
        '',
      ])
      for (const item of found.items) {
        const flags = item.flags.map((flag) => flagNames[flag]).join('、')
        const { number, text, maxScore, p, discrimination, medianSeconds, unanswered } = item
        csv([number, text, maxScore, two(p), two(discrimination), two(medianSeconds), unanswered, flags])
      }
    },
  },
  appeals: {
    usage: 'exams appeals <考试>              没有答复的复核申请，最早的在前',
    reads: true,
    async run({ db, print }, [slug]) {
      const exam = await examBySlug(db, slug)
      const found = await readAppeals(db, sql<boolean>`e.id = ${exam.id} and p.state = 'open'`, mostAppeals)
      if (found.length === 0) print('没有等待答复的复核申请。')
      for (const { appeal } of found) {
        const { id, number, student, score, maxScore, reason } = appeal
        print(`${id}  第 ${number} 题  ${student.class} ${student.name}  ${score} / ${maxScore} 分  ${reason}`)
      }
    },
  },
  answer: {
    usage: 'exams answer <申请编号> <得分|keep> <答复>   答复复核申请：改这题的得分，或 keep 维持；学生会收到消息',
    async run({ db, config, audited, clock, print }, [id = '', score = '', ...words]) {
      if (!/^[0-9a-f-]{36}$/.test(id) || !/^(keep|\d{1,4}(\.\d{1,2})?)$/.test(score)) throw new UsageError()
      const answer = reasonOf(words)
      const appeal = await audited(
        (tx) =>
          answerAppealAs(
            { db: tx, rootDb: db, config, now: clock.now(), by: null, where: sql<boolean>`true` },
            {
              id,
              answer,
              score: score === 'keep' ? undefined : Number(score),
              part: null,
              changed: false,
            },
          ),
        ({ state, exam }) => ({
          target: { kind: 'exam_appeal', id, name: exam.title },
          after: { state },
          reason: answer,
        }),
      )
      print(`已答复：${appeal.state === 'changed' ? `这题现在 ${appeal.score} 分` : '维持原来的得分'}。`)
    },
  },
  statistics: {
    usage:
      'exams statistics <考试> [--out <文件>]   平均、最高、最低、标准差、及格、缺考和分数段，全体和各班并排，csv 格式',
    reads: true,
    csv: true,
    async run({ db, clock, csv }, [slug]) {
      const exam = await examBySlug(db, slug)
      const isOver = hasEnded({ closesAt: exam.closes_at, pausedAt: exam.paused_at }, clock.now())
      const of = await readStatistics(db, { ...exam, isOver })
      const classes = await db
        .selectFrom('exam_classes as k')
        .innerJoin('classes as c', 'c.id', 'k.class_id')
        .select(['c.uid', 'c.name'])
        .where('k.exam_id', '=', exam.id)
        .orderBy('c.position')
        .execute()
      const tenths = Array.from({ length: 10 }, (_, i) => `${i * 10}–${(i + 1) * 10}%`)
      csv(['班级', '人数', '有成绩', '缺考', '及格', '平均', '中位', '最高', '最低', '标准差', ...tenths])
      for (const { uid, name } of [{ uid: null, name: '全体' }, ...classes]) {
        const one = of(uid)
        const figures = [one.average, one.median, one.best, one.worst, one.deviation].map((value) => value ?? '')
        csv([name, one.students, one.scored, one.absent, one.passed, ...figures, ...one.tenths])
      }
    },
  },
  results: {
    usage: 'exams results <考试> [--out <文件>]   成绩表，csv 格式',
    reads: true,
    csv: true,
    async run({ db, clock, csv }, [slug]) {
      const exam = await examBySlug(db, slug)
      const isOver = hasEnded({ closesAt: exam.closes_at, pausedAt: exam.paused_at }, clock.now())
      csv(['名次', '姓名', '学号', '班级', '得分', '用时（秒）', '离开次数'])
      for (const row of await readResults(db, { ...exam, isOver }, { limit: 100_000 })) {
        const score = row.score === null ? '' : row.score / 100
        csv([row.rank ?? '', row.name, row.number, row.class, score, row.seconds ?? '', row.leaves])
      }
    },
  },
}
