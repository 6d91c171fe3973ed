import { basename } from 'node:path'
import { examGrading } from '@dxx/contract/calls/staff/exam-grading'
import { scoringMethods, typeNames } from '@dxx/contract/rules/question-names'
import { callerPath } from '../base/caller-path'
import type { Db } from '../db/connection'
import { csvRows } from '../importer/questions/table-files'
import { examTarget } from '../modules/exams/desk/access'
import { readGradingProgress } from '../modules/exams/desk/grading-progress'
import { gradedParts, readSetups, type Setup, writeSetup } from '../modules/exams/desk/grading-setup'
import { setManualScore, undoManualScore, waitingAnswers, waitingPrograms } from '../modules/exams/manual-grading'
import { paperOf } from '../modules/exams/papers'
import { escapeHtml } from '../text/html-text'
import { type CommandContext, type OpsCommands, orFail, UsageError } from './command'
import { examBySlug } from './exam-target'

const columns = ['作答编号', '题号', '题目', '参考答案', '评分要点', '学生作答', '满分', '得分']
const rubricColumns = ['分值', '要点']

const isScore = (text: string) => /^\d{1,4}(\.\d{1,2})?$/.test(text)
const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

function idOf(text: string): string {
  if (!isId(text)) throw new UsageError()
  return text
}

interface Place {
  attempt: string
  number: string
}

/** Returns the audit target, as in the staff console: the exam, or the attempt if it is practice without an exam. */
async function targetOf(db: Db, { attempt }: Place) {
  const exam = await db
    .selectFrom('exam_attempts as a')
    .innerJoin('exams as e', 'e.id', 'a.exam_id')
    .select(['e.uid', 'e.title'])
    .where('a.uid', '=', attempt)
    .executeTakeFirst()
  return exam ? examTarget(exam) : { kind: 'attempt', id: attempt }
}

/** Scores an answer. Returns the problem if the score is invalid, otherwise null. */
async function score(
  audited: CommandContext['audited'],
  clock: CommandContext['clock'],
  given: Place & { score: number },
): Promise<string | null> {
  const done = await audited(
    async (tx) => ({ problem: await setManualScore(tx, given, clock.now()), target: await targetOf(tx, given) }),
    ({ problem, target }) =>
      problem === null
        ? { target, after: { attempt: given.attempt, question: given.number, score: given.score } }
        : null,
  )
  return done.problem
}

const setupText = ({ double, difference, anonymous, rubric }: Setup) =>
  [
    double ? `双评（相差 ${difference} 分以内取平均）` : '单评',
    anonymous ? '匿名' : '显示姓名',
    `评分要点 ${rubric.length} 个`,
  ].join('，')

/** Reads a rubric from a CSV file with the columns 分值 and 要点. */
async function readRubric(path: string): Promise<{ score: number; text: string }[]> {
  const rubric: { score: number; text: string }[] = []
  let line = 0
  for await (const [given = '', text = ''] of csvRows(callerPath(path))) {
    if (++line === 1 && [given.trim(), text.trim()].join() === rubricColumns.join()) continue
    if (given.trim() === '' && text.trim() === '') continue
    if (!/^-?\d{1,4}(\.\d{1,2})?$/.test(given.trim()))
      throw new Error(`${basename(path)} 第 ${line} 行：分值 ${given} 不是数，最多两位小数`)
    rubric.push({ score: Number(given), text })
  }
  return rubric
}

interface SetupChange {
  double?: boolean
  difference?: number
  anonymous?: boolean
  rubric?: { score: number; text: string }[] | null
}

/** Parses the arguments of `exams setup`. */
async function readSetupChange(words: string[]): Promise<SetupChange> {
  const change: SetupChange = {}
  for (const word of words) {
    const [name, value = ''] = word.split(/=(.*)/s)
    if (name === 'double' && isScore(value)) Object.assign(change, { double: true, difference: Number(value) })
    else if (word === 'single') change.double = false
    else if (word === 'anonymous' || word === 'named') change.anonymous = word === 'anonymous'
    else if (word === 'rubric=original') change.rubric = null
    else if (name === 'rubric' && value !== '') change.rubric = await readRubric(value)
    else throw new UsageError()
  }
  if (Object.keys(change).length === 0) throw new UsageError()
  return change
}

/** Commands for grading; they call the same functions as the staff console. */
export const examGradingCommands: OpsCommands = {
  grading: {
    usage: 'exams grading <考试>              批阅进度：每道人工批阅的题，已批、待批、待第二人、待仲裁，和它的批阅设置',
    reads: true,
    async run({ db, config, clock, print }, [slug]) {
      const exam = await examBySlug(db, slug)
      const paper = await paperOf({ db, rootDb: db, config }, { ...exam, paperVersion: exam.paper_version })
      const found = await readGradingProgress({ db, userId: null, now: clock.now() }, exam, gradedParts(paper))
      const questions = found.filter(({ type, total }) => scoringMethods[type] === 'person' || total > 0)
      if (questions.length === 0) print('没有要人工批阅的题。')
      for (const { number, type, isVoid, graded, total, waiting, second, third, flagged, average, setup } of questions)
        print(
          [
            `第 ${number} 题`,
            `${typeNames[type]}${isVoid ? '（已作废，不用批）' : ''}`,
            `已批 ${graded} / ${total}`,
            `待批 ${waiting}`,
            `待第二人 ${second}`,
            `待仲裁 ${third}`,
            `请再看 ${flagged}`,
            `平均 ${average ?? '–'}`,
            setupText(setup),
          ].join('  '),
        )
    },
  },
  setup: {
    usage:
      'exams setup <考试> <题号> [double=<分差>|single] [anonymous|named] [rubric=<文件.csv>|rubric=original]   设置一道题的批阅：双评和允许的分差、是否匿名、评分要点（csv 两列：分值,要点）；没有定分的按新的规则重新定',
    async run({ db, config, audited, clock, print }, [slug, number = '', ...words]) {
      const exam = await examBySlug(db, slug)
      const change = await readSetupChange(words)
      const paper = await paperOf({ db, rootDb: db, config }, { ...exam, paperVersion: exam.paper_version })
      const graded = orFail(
        gradedParts(paper).find((one) => one.number === number),
        `第 ${number} 题不用人工批阅，exams grading 列出要批的题`,
      )
      const done = await audited(
        async (tx) => {
          const { rubricId: _, ...before } = (await readSetups(tx, exam.id))(graded)
          const { double, difference, anonymous, version } = { ...before, ...change }
          const wanted = { double, difference, anonymous, version, rubric: change.rubric }
          const part = graded.isPart ? graded.part : null
          // Checked by the schema of the staff console, so that the same limits apply.
          const checked = examGrading['POST /staff/v1/grading_setup'].input.safeParse({
            exam: exam.uid,
            question: graded.uid,
            part,
            ...wanted,
          })
          if (!checked.success) throw new Error(checked.error.issues.map(({ message }) => message).join('；'))
          const rubric = change.rubric?.map(({ score: points, text }) => ({
            score: points,
            html: escapeHtml(text.trim()),
          }))
          const settled = await writeSetup(
            tx,
            exam.id,
            graded,
            { ...wanted, rubric: change.rubric && rubric },
            clock.now(),
          )
          const { rubricId: __, ...after } = (await readSetups(tx, exam.id))(graded)
          return { before, after, settled }
        },
        ({ before, after, settled }) => ({
          target: examTarget(exam),
          before,
          after: { question: number, ...after, settled },
        }),
      )
      const settled = done.settled > 0 ? `；${done.settled} 份按新的规则定了分` : ''
      print(`第 ${number} 题：${setupText({ ...done.after, rubricId: '' })}${settled}。`)
    },
  },
  waiting: {
    usage:
      'exams waiting <考试> | --practice [--out <文件>]   待批阅的简答和转人工的程序（--practice：练习里的），csv 格式；填好「得分」列后用 exams mark 交回',
    reads: true,
    csv: true,
    async run({ db, csv }, [slug]) {
      const isPractice = slug === '--practice'
      const exam = isPractice ? null : await examBySlug(db, slug)
      csv(columns)
      for (const row of await (exam ? waitingAnswers(db, exam.slug) : waitingPrograms(db)))
        csv([row.attempt, row.number, row.question, row.reference, row.points, row.answer, String(row.full), ''])
    },
  },
  mark: {
    usage:
      'exams mark <作答编号> <题号> <得分> | <文件.csv>   批阅一题，或读入填好的 csv；双评的题由此直接定分，批错了用 exams unmark 撤销',
    async run({ audited, clock, print }, [first, number, given]) {
      if (!first) throw new UsageError()
      if (number !== undefined) {
        if (given === undefined || !isScore(given)) throw new UsageError()
        const wrong = await score(audited, clock, { attempt: idOf(first), number, score: Number(given) })
        if (wrong) throw new Error(wrong)
        return print('已批阅。')
      }
      let [marked, line, failed] = [0, 0, 0]
      for await (const row of csvRows(callerPath(first))) {
        const [attempt = '', place = '', points = ''] = [row[0]?.trim(), row[1]?.trim(), row[7]?.trim()]
        if (++line === 1) {
          if (columns.some((name, i) => row[i]?.trim() !== name))
            throw new Error(`${basename(first)} 的第一行要是“${columns.join(',')}”，请用 exams waiting 写出的文件。`)
          continue
        }
        // Skips empty lines and answers without a score.
        if (attempt === '' || points === '') continue
        const wrong = !isId(attempt)
          ? '作答编号无效'
          : isScore(points)
            ? await score(audited, clock, { attempt, number: place, score: Number(points) })
            : `得分 ${points} 不是数`
        if (wrong) failed++
        if (wrong) print(`第 ${line} 行：${wrong}`)
        else marked++
      }
      if (line === 0) throw new Error(`${basename(first)} 是空的。`)
      print(`已批阅 ${marked} 题。`)
      if (failed > 0) throw new Error(`有 ${failed} 行没有批阅，改正后可以再次读入同一个文件。`)
    },
  },
  unmark: {
    usage:
      'exams unmark <作答编号> <题号>    撤销一份作答最近一次人工评分（谁打的都可以）；之前的评分重新算数，没有就回到待批阅',
    async run({ audited, clock, print }, [attempt = '', number]) {
      if (!number) throw new UsageError()
      const place = { attempt: idOf(attempt), number }
      const { problem } = await audited(
        async (tx) => ({
          problem: await undoManualScore(tx, place, clock.now()),
          target: await targetOf(tx, place),
        }),
        ({ problem, target }) =>
          problem === null ? { target, after: { attempt, question: number, undone: true } } : null,
      )
      if (problem) throw new Error(problem)
      print('已撤销。')
    },
  },
}
