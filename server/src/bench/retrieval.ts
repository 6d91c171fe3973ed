import { join } from 'node:path'
import { storageOf } from '../adapters/storage/storage'
import { readConfig } from '../config'
import { importContent } from '../importer/import'
import { grant } from '../modules/access/public'
import { heldBy } from '../modules/ai/held'
import { refreshQuestionTexts } from '../modules/ai/question-texts'
import { type Passage, retrieve } from '../modules/ai/retrieve'
import { repoRoot } from '../root'
import type { BenchDatabase } from './database'
import {
  furtherQuestions,
  heldOutLaterQuestions,
  heldOutQuestions,
  retrievalQuestions,
  unanswerable,
  unanswerableHeldOut,
} from './retrieval-questions'

/** As a reader sees a passage: the paragraph with what stands around it. */
const seen = ({ before, text, after }: Passage) => [before, text, after].join('\n').replace(/\s+/g, ' ')

/**
 * How often the passage that answers a question is among the first three, for a learner who has all of the sample
 * content. Target: 85 of 100.
 */
export async function retrievalBench({ db }: BenchDatabase): Promise<string[]> {
  const now = Math.floor(Date.now() / 1000)
  const config = readConfig({ ...process.env })
  await importContent(db, join(repoRoot, 'content'), {
    storage: storageOf(config),
    now,
    partial: true,
    progress: () => {},
  })
  const user = await db
    .insertInto('users')
    .values({ nickname: '测量', mobile: null, created_at: now } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const curricula = await db.selectFrom('curricula').select(['id', 'uid', 'slug']).execute()
  for (const { id } of curricula) await grant(db, { userId: user.id, curriculumId: id, source: 'bench', now })
  await refreshQuestionTexts(db)

  const uids = new Map(curricula.map(({ slug, uid }) => [slug, uid]))
  const tuned = await askAll(db, user.id, uids, now, retrievalQuestions)
  const further = await askAll(db, user.id, uids, now, furtherQuestions)
  const heldOut = await askAll(db, user.id, uids, now, heldOutQuestions)
  const heldOutLater = await askAll(db, user.id, uids, now, heldOutLaterQuestions)
  const judged = async (questions: readonly string[]) => {
    const held = { yes: 0, perhaps: 0, no: 0 }
    for (const question of questions) held[heldBy(await retrieve(db, { userId: user.id, question, now, most: 3 }))]++
    return `${held.no} of ${questions.length} recognised, ${held.perhaps} left open, ${held.yes} taken for answerable`
  }
  const line = ({ asked, places, held }: Asked) =>
    `${places.reduce((sum, count) => sum + count)} of ${asked} right passages in the first three; at the first place ${places[0]}; taken for answerable ${held.yes}, left open ${held.perhaps}, taken for unanswerable ${held.no}`
  return [
    `questions that retrieval was tuned on: ${line(tuned)}  (target 85 in the first three)`,
    `further ones: ${line(further)}`,
    `questions held out: ${line(heldOut)}`,
    `held out, written later: ${line(heldOutLater)}`,
    `unanswerable: ${await judged(unanswerable)}`,
    `unanswerable, held out: ${await judged(unanswerableHeldOut)}`,
    `${tuned.milliseconds.toFixed(0)} ms a question`,
    'missed of those tuned on:',
    ...tuned.missed,
  ]
}

interface Asked {
  asked: number
  /** How often the right passage was at each of the first three places. */
  places: number[]
  /** Whether they were taken for answerable. */
  held: Record<ReturnType<typeof heldBy>, number>
  milliseconds: number
  missed: string[]
}

async function askAll(
  db: BenchDatabase['db'],
  userId: number,
  uids: Map<string, string>,
  now: number,
  questions: typeof retrievalQuestions,
): Promise<Asked> {
  const told: Asked = {
    asked: questions.length,
    places: [0, 0, 0],
    held: { yes: 0, perhaps: 0, no: 0 },
    milliseconds: 0,
    missed: [],
  }
  for (const { curriculum, chapter, passage, question } of questions) {
    const start = performance.now()
    const found = await retrieve(db, { userId, question, now, most: 3 })
    told.milliseconds += (performance.now() - start) / questions.length
    const place = found.findIndex(
      (one) =>
        one.curriculumUid === uids.get(curriculum) &&
        one.title.startsWith(chapter) &&
        seen(one).includes(passage.replace(/\s+/g, ' ')),
    )
    if (place >= 0) told.places[place]!++
    else
      told.missed.push(
        `  ${curriculum} ${chapter} ${question} → ${found.map(({ title }) => title.slice(0, 14)).join('；')}`,
      )
    told.held[heldBy(found)]++
  }
  return told
}
