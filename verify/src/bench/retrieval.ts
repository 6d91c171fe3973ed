import { answerability } from '../../../server/src/modules/ai/answerability'
import { refreshQuestionTexts } from '../../../server/src/modules/ai/question-texts'
import { type Passage, retrieve } from '../../../server/src/modules/ai/retrieve'
import type { BenchDatabase } from './database'
import { fourthRetrieval, fourthUnanswerable } from './retrieval-fourth'
import { freshRetrieval, freshUnanswerable } from './retrieval-fresh'
import { heldOutRetrieval, heldOutUnanswerable } from './retrieval-held-out'
import { type RetrievalQuestion, retrievalQuestions, seenQuestions, unanswerableTuned } from './retrieval-questions'
import { thirdRetrieval, thirdUnanswerable } from './retrieval-third'
import { importSample } from './sample-content'

/** Returns the passage with its section, as a user sees it. */
const seen = ({ path, before, text, after }: Passage) => [...path, before, text, after].join('\n').replace(/\s+/g, ' ')

/**
 * Measures how often the passage that answers a question is among the first three, for a student who owns all sample
 * content. Target: 85 of 100.
 */
export async function retrievalBench({ db }: BenchDatabase): Promise<string[]> {
  const now = Math.floor(Date.now() / 1000)
  const { userId, uids } = await importSample(db, now)
  await refreshQuestionTexts(db)

  const tuned = await askAll(db, userId, uids, now, retrievalQuestions)
  const seenOnes = await askAll(db, userId, uids, now, seenQuestions)
  const heldOut = await askAll(db, userId, uids, now, heldOutRetrieval)
  const fresh = await askAll(db, userId, uids, now, freshRetrieval)
  const third = await askAll(db, userId, uids, now, thirdRetrieval)
  const fourth = await askAll(db, userId, uids, now, fourthRetrieval)
  const judged = async (questions: readonly string[]) => {
    const counts = { yes: 0, perhaps: 0, no: 0 }
    for (const question of questions) counts[answerability(await retrieve(db, { userId, question, now, most: 3 }))]++
    return `${counts.no} of ${questions.length} recognised, ${counts.perhaps} left open, ${counts.yes} taken for answerable`
  }
  const line = ({ asked, places, answerable }: Asked) =>
    `${places.reduce((sum, count) => sum + count)} of ${asked} right passages in the first three; at the first place ${places[0]}; taken for answerable ${answerable.yes}, left open ${answerable.perhaps}, taken for unanswerable ${answerable.no}`
  return [
    `questions that retrieval was tuned on: ${line(tuned)}`,
    `further ones that were looked at: ${line(seenOnes)}`,
    `held out: ${line(heldOut)}  (target 85 in the first three, 65 first)`,
    `held out, second set: ${line(fresh)}`,
    `held out, third set: ${line(third)}`,
    `held out, fourth set: ${line(fourth)}`,
    `unanswerable, tuned on: ${await judged(unanswerableTuned)}`,
    `unanswerable, held out: ${await judged(heldOutUnanswerable)}  (target at most 5 taken for answerable)`,
    `unanswerable, held out, second set: ${await judged(freshUnanswerable)}`,
    `unanswerable, held out, third set: ${await judged(thirdUnanswerable)}`,
    `unanswerable, held out, fourth set: ${await judged(fourthUnanswerable)}`,
    `${heldOut.milliseconds.toFixed(0)} ms a question`,
    'missed of those tuned on:',
    ...tuned.missed,
  ]
}

interface Asked {
  asked: number
  /** Number of correct passages at each of the first three ranks. */
  places: number[]
  /** Number of questions per class of answerability. */
  answerable: Record<ReturnType<typeof answerability>, number>
  milliseconds: number
  missed: string[]
}

async function askAll(
  db: BenchDatabase['db'],
  userId: number,
  uids: Map<string, string>,
  now: number,
  questions: readonly RetrievalQuestion[],
): Promise<Asked> {
  const result: Asked = {
    asked: questions.length,
    places: [0, 0, 0],
    answerable: { yes: 0, perhaps: 0, no: 0 },
    milliseconds: 0,
    missed: [],
  }
  for (const { answers, question } of questions) {
    const start = performance.now()
    const found = await retrieve(db, { userId, question, now, most: 3 })
    result.milliseconds += (performance.now() - start) / questions.length
    const place = found.findIndex((one) =>
      answers.some(
        ({ curriculum, chapter, passage }) =>
          one.curriculumUid === uids.get(curriculum) &&
          one.title.startsWith(chapter) &&
          seen(one).includes(passage.replace(/\s+/g, ' ')),
      ),
    )
    if (place >= 0) result.places[place]!++
    else
      result.missed.push(
        `  ${answers[0]!.curriculum} ${answers[0]!.chapter} ${question} → ${found.map(({ title }) => title.slice(0, 14)).join('；')}`,
      )
    result.answerable[answerability(found)]++
  }
  return result
}
