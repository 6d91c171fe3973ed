import { exams as calls } from '@dxx/contract/calls/exams'
import { sql } from 'kysely'
import type * as z from 'zod'
import { PrewrittenBody, SharedText } from '../../base/prewritten-body'
import type { Config } from '../../config'
import type { Db } from '../../db/connection'
import type { Conversion } from '../../db/schema/exams'
import { inAuthoredOrder, publicQuestion, type Version, type View } from '../../questions/present'
import type { Ruling } from '../../questions/ruling'
import { setQuestionPoints } from '../../questions/scale'
import { withMediaUrls } from '../media/public'
import { PaperIds, versionsById } from '../questions/public'

/** A cached exam paper. The paper of a seed never changes (a correction sets a new seed), so it is read once. */
export interface ExamPaper {
  versions: Version[]
  ids: PaperIds
  /** Position of each question of the paper, by uid. */
  positions: Map<string, number>
  /** Positions of the questions on the paper: all questions of the exam, or those of one form. */
  shown: number[]
  /** Papers of the students, if they differ; null otherwise. */
  forms: ExamPaper[] | null
  /** Conversion of the totals of this paper, in hundredths of a point; undefined without one. */
  conversion?: Conversion
  /** Whether options are shown as the author wrote them; otherwise sorted by their ids, and shuffled for each attempt. */
  isAsWritten: boolean
  /** Ids of options whose position is fixed. */
  fixed: string[]
  /** Positions of void questions in this version of the paper. */
  voided: Set<number>
  /** End of the exam_start response, the same for all students, by the period in which its media URLs are valid. */
  texts: Map<string, SharedText>
}

/** Caches ids, which are needed for every save and start. */
class KnownIds extends PaperIds {
  private readonly known = new Map<string, string>()

  override id(versionId: number, place: string): string {
    const key = `${versionId} ${place}`
    let id = this.known.get(key)
    if (id === undefined) {
      id = super.id(versionId, place)
      this.known.set(key, id)
    }
    return id
  }
}

const maxPapers = 50
/** Cached papers per database, because tests use several databases in one process. */
const papers = new WeakMap<Db, Map<string, ExamPaper>>()
const reading = new WeakMap<Db, Map<string, Promise<ExamPaper>>>()

interface Env {
  /** If this is a transaction, the paper is read on its connection. */
  db: Db
  rootDb: Db
  config: Pick<Config, 'secret'>
}

/**
 * Returns a paper. Steps and receipts need no rulings, so callers that do not show the paper may omit its version.
 * Inside a transaction the paper is read on the transaction's connection: with a row lock held, waiting for another
 * connection could deadlock, because statements that wait for the lock may use all other connections.
 */
export async function paperOf(
  { db, rootDb, config }: Env,
  exam: { id: number; seed: Buffer; paperVersion?: number },
): Promise<ExamPaper> {
  const known = mapOf(papers, rootDb)
  const key = `${exam.id} ${exam.seed.toString('hex')} ${exam.paperVersion ?? 0}`
  const paper = known.get(key) ?? (await (db.isTransaction ? readPaper(db, config.secret, exam) : readOnce()))
  known.set(key, paper)
  if (known.size > maxPapers) known.delete(known.keys().next().value!)
  return paper

  function readOnce(): Promise<ExamPaper> {
    const started = mapOf(reading, rootDb)
    let read = started.get(key)
    if (!read) {
      read = readPaper(rootDb, config.secret, exam).finally(() => started.delete(key))
      started.set(key, read)
    }
    return read
  }
}

function mapOf<T>(maps: WeakMap<Db, Map<string, T>>, db: Db): Map<string, T> {
  const map = maps.get(db) ?? new Map<string, T>()
  maps.set(db, map)
  return map
}

async function readPaper(db: Db, secret: string, exam: { id: number; seed: Buffer }): Promise<ExamPaper> {
  const rows = await db
    .selectFrom('exam_questions')
    .select(['version_id', 'points'])
    .where('exam_id', '=', exam.id)
    .orderBy('position')
    .execute()
  const stored = await versionsById(
    db,
    rows.map((row) => row.version_id),
  )
  const versions = stored.map((version, position) => setQuestionPoints(version, rows[position]!.points))
  const rulings = await rulingsOf(db, exam.id)
  const { isAsWritten, forms } = await db
    .selectFrom('exams')
    .select(sql<boolean>`options_as_written and not shuffle_options`.as('isAsWritten'))
    .select('forms')
    .where('id', '=', exam.id)
    .executeTakeFirstOrThrow()
  const ids = new KnownIds(secret, exam.seed)
  const voided = [...rulings].flatMap(([position, { kind }]) => (kind === 'void' ? [position] : []))
  const paperWith = (shown: number[]): ExamPaper => ({
    versions,
    ids,
    isAsWritten,
    positions: new Map(shown.map((position) => [versions[position]!.uid, position])),
    shown,
    forms: null,
    fixed: shown.flatMap((position) => fixedIds(versions[position]!, ids)),
    voided: new Set(voided.filter((position) => shown.includes(position))),
    texts: new Map(),
  })
  const papers = forms?.lists.map((list, at) => ({ ...paperWith(list), conversion: forms.equating?.[at] })) ?? null
  return { ...paperWith(versions.map((_, position) => position)), forms: papers }
}

/** Paper of one attempt. The seed of an attempt decides its form (`prepareAttempts`). */
export const formOf = (paper: ExamPaper, attemptSeed: number): ExamPaper =>
  paper.forms ? paper.forms[attemptSeed % paper.forms.length]! : paper

/** Current rulings of an exam by position. */
export async function rulingsOf(db: Db, examId: number): Promise<Map<number, Ruling>> {
  const rows = await db
    .selectFrom('exam_rulings')
    .select(['position', 'kind', 'rubrics', 'keep_key as keepKey'])
    .where('exam_id', '=', examId)
    .execute()
  return new Map(rows.map(({ position, ...ruling }) => [position, ruling]))
}

export function fixedIds({ id, body }: Version, ids: PaperIds): string[] {
  const parts =
    body.type === 'material' ? body.parts.map((part, i) => [part, `p${i}.`] as const) : [[body, ''] as const]
  return parts.flatMap(([part, at]) =>
    'options' in part ? part.options.flatMap(({ fixed }, i) => (fixed ? [ids.id(id, `${at}o${i}`)] : [])) : [],
  )
}

/** A question as students get it, before the shuffling of their attempt. */
export function shownQuestion({ isAsWritten }: Pick<ExamPaper, 'isAsWritten'>, version: Version, view: View) {
  const question = publicQuestion(version, view)
  return isAsWritten ? inAuthoredOrder(version, question, view) : question
}

export function viewOf({ ids }: ExamPaper, secret: string, now: number): View {
  return { ids, link: (html) => withMediaUrls(secret, html, now) }
}

const StartData = calls['GET /v1/exam_start'].data
const Questions = StartData.shape.questions
const Rest = StartData.omit({ questions: true })

/** Builds the exam_start response. Both halves are parsed by the call's schema, so that no undeclared field is sent. */
export function writeStart(paper: ExamPaper, rest: z.input<typeof Rest>, secret: string, now: number): PrewrittenBody {
  const head = JSON.stringify({ code: 1, msg: '', data: Rest.parse(rest) })
  return new PrewrittenBody(`${head.slice(0, -2)},"questions":`, questionsText(paper, secret, now))
}

function questionsText(paper: ExamPaper, secret: string, now: number): SharedText {
  // Media URLs change every 15 minutes.
  const era = withMediaUrls(secret, 'media:f/era', now)
  let text = paper.texts.get(era)
  if (!text) {
    const view = viewOf(paper, secret, now)
    const questions = Questions.parse(paper.shown.map((at) => shownQuestion(paper, paper.versions[at]!, view)))
    text = new SharedText(`${JSON.stringify(questions)}}}`)
    paper.texts.clear()
    paper.texts.set(era, text)
  }
  return text
}
