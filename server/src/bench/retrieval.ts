import { join } from 'node:path'
import { storageOf } from '../adapters/storage/storage'
import { readConfig } from '../config'
import { importContent } from '../importer/import'
import { grant } from '../modules/access/public'
import { isHeld } from '../modules/ai/held'
import { refreshQuestionTexts } from '../modules/ai/question-texts'
import { type Passage, retrieve } from '../modules/ai/retrieve'
import { repoRoot } from '../root'
import type { BenchDatabase } from './database'
import { retrievalQuestions, unanswerable } from './retrieval-questions'

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

  const missed: string[] = []
  const places = [0, 0, 0]
  let heldWrongly = 0
  let times = 0
  for (const { curriculum, chapter, passage, question } of retrievalQuestions) {
    const uid = curricula.find(({ slug }) => slug === curriculum)?.uid
    const start = performance.now()
    const found = await retrieve(db, { userId: user.id, question, now, most: 3 })
    times += performance.now() - start
    const place = found.findIndex(
      (one) =>
        one.curriculumUid === uid && one.title.startsWith(chapter) && seen(one).includes(passage.replace(/\s+/g, ' ')),
    )
    if (place >= 0) places[place]!++
    else
      missed.push(`  ${curriculum} ${chapter} ${question} → ${found.map(({ title }) => title.slice(0, 14)).join('；')}`)
    if (!isHeld(found)) heldWrongly++
  }
  let refused = 0
  for (const question of unanswerable)
    if (!isHeld(await retrieve(db, { userId: user.id, question, now, most: 3 }))) refused++
  const hits = places.reduce((sum, count) => sum + count)
  return [
    `${hits} of ${retrievalQuestions.length} right passages in the first three (target 85); at the first place ${places[0]}`,
    `${(times / retrievalQuestions.length).toFixed(0)} ms a question`,
    `${heldWrongly} of ${retrievalQuestions.length} answerable questions taken for unanswerable`,
    `${refused} of ${unanswerable.length} unanswerable questions recognised`,
    ...(missed.length > 0 ? ['missed:', ...missed] : []),
  ]
}
