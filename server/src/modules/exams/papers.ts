import { exams as calls } from '@dxx/contract/calls/exams'
import type { z } from 'zod'
import type { Config } from '../../config'
import type { Db } from '../../db/connection'
import { SharedText, Written } from '../../http/written'
import { withMediaUrls } from '../media/public'
import { PaperIds, publicQuestion, type Version, type View, versionsById } from '../questions/public'

/** A paper in memory: it never changes, so it is read once. */
export interface ExamPaper {
  versions: Version[]
  ids: PaperIds
  /** Where a question stands, by its uid. */
  positions: Map<string, number>
  /** Ids of options that keep their place. */
  fixed: string[]
  /** The end of every answer of exam_start, by the addresses of its pictures. */
  texts: Map<string, SharedText>
}

/** Ids that are asked for again and again: for every save and every start. */
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
/** By database, since tests run several in one process. */
const papers = new WeakMap<Db, Map<number, Promise<ExamPaper>>>()

interface Env {
  rootDb: Db
  config: Pick<Config, 'secret'>
}

export function paperOf({ rootDb, config }: Env, exam: { id: number; seed: Buffer }): Promise<ExamPaper> {
  let known = papers.get(rootDb)
  if (!known) {
    known = new Map()
    papers.set(rootDb, known)
  }
  let paper = known.get(exam.id)
  if (!paper) {
    paper = readPaper(rootDb, config.secret, exam)
    known.set(exam.id, paper)
    paper.catch(() => known.delete(exam.id))
    if (known.size > maxPapers) known.delete(known.keys().next().value!)
  }
  return paper
}

async function readPaper(db: Db, secret: string, exam: { id: number; seed: Buffer }): Promise<ExamPaper> {
  const rows = await db
    .selectFrom('exam_questions')
    .select('version_id')
    .where('exam_id', '=', exam.id)
    .orderBy('position')
    .execute()
  const versions = await versionsById(
    db,
    rows.map((row) => row.version_id),
  )
  const ids = new KnownIds(secret, exam.seed)
  return {
    versions,
    ids,
    positions: new Map(versions.map(({ uid }, position) => [uid, position])),
    fixed: versions.flatMap((version) => fixedIds(version, ids)),
    texts: new Map(),
  }
}

function fixedIds({ id, body }: Version, ids: PaperIds): string[] {
  const parts =
    body.type === 'material' ? body.parts.map((part, i) => [part, `p${i}.`] as const) : [[body, ''] as const]
  return parts.flatMap(([part, at]) =>
    'options' in part ? part.options.flatMap(({ fixed }, i) => (fixed ? [ids.id(id, `${at}o${i}`)] : [])) : [],
  )
}

export function viewOf({ ids }: ExamPaper, secret: string, now: number): View {
  return { ids, link: (html) => withMediaUrls(secret, html, now) }
}

const StartData = calls['GET /v1/exam_start'].data
const Questions = StartData.shape.questions
const Rest = StartData.omit({ questions: true })

/** An answer of exam_start. Both halves pass through the call's shapes, so that nothing undeclared can leave. */
export function writeStart(paper: ExamPaper, rest: z.input<typeof Rest>, secret: string, now: number): Written {
  const head = JSON.stringify({ code: 1, msg: '', data: Rest.parse(rest) })
  return new Written(`${head.slice(0, -2)},"questions":`, questionsText(paper, secret, now))
}

function questionsText(paper: ExamPaper, secret: string, now: number): SharedText {
  // Links to pictures change every quarter of an hour.
  const era = withMediaUrls(secret, 'media:f/era', now)
  let text = paper.texts.get(era)
  if (!text) {
    const view = viewOf(paper, secret, now)
    const questions = Questions.parse(paper.versions.map((version) => publicQuestion(version, view)))
    text = new SharedText(`${JSON.stringify(questions)}}}`)
    paper.texts.clear()
    paper.texts.set(era, text)
  }
  return text
}
