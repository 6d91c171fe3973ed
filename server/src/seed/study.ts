import type { Locator } from '@dxx/contract/locator'
import { stableId } from '../base/stable-ids'
import type { User } from '../context'
import type { Db } from '../db/connection'
import { inTransaction } from '../db/transaction'
import { saveHighlight } from '../modules/reading/public'
import { recordHeartbeat } from '../modules/study/record-heartbeat'
import { highlights, type Learner, type StudySession, studySessions } from './study-plan'

const day = 86_400

/**
 * Seeds weeks of study for the sample accounts, recorded as heartbeats of their devices. Skips accounts with study data
 * and content that was not imported.
 */
export async function seedStudy(db: Db, now: number): Promise<void> {
  for (const learner of ['student', 'buyer'] as const)
    await inTransaction(db, async (tx) => {
      const user = await tx
        .selectFrom('users')
        .select(['id', 'uid'])
        .where('uid', '=', stableId('user', learner))
        .where('closed_at', 'is', null)
        .executeTakeFirst()
      if (!user || (await hasLearnt(tx, user.id))) return
      for (const [i, session] of studySessions[learner].entries())
        await sit(tx, user.id, `${learner} ${i}`, session, now)
      await mark(tx, user as User, learner, now)
    })
}

const hasLearnt = async (tx: Db, userId: number) =>
  (await tx.selectFrom('study_events').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()) !==
  undefined

const chapterOf = (tx: Db, item: string, slug: string) =>
  tx
    .selectFrom('chapters as ch')
    .innerJoin('curricula as c', 'c.id', 'ch.curriculum_id')
    .select([
      'ch.id',
      'ch.uid',
      'ch.revision',
      'ch.duration_seconds',
      'c.id as curriculum_id',
      'c.uid as curriculum_uid',
    ])
    .where('c.kind', '=', item.split('/')[0] as 'course')
    .where('c.slug', '=', item.split('/')[1]!)
    .where('ch.slug', '=', slug)
    .where('ch.removed_at', 'is', null)
    .executeTakeFirst()

const blocksOf = (tx: Db, chapterId: number) =>
  tx.selectFrom('paragraphs').select(['pid', 'text']).where('chapter_id', '=', chapterId).orderBy('position').execute()

/** Records a study session that ended ten minutes before the current time of day, `daysAgo` days ago. */
async function sit(
  tx: Db,
  userId: number,
  name: string,
  [daysAgo, item, slug, minutes, percent]: StudySession,
  now: number,
) {
  const chapter = await chapterOf(tx, item, slug)
  if (!chapter) return
  const seconds = minutes * 60
  const at = now - daysAgo * day - 600
  const duration = chapter.duration_seconds
  const blocks = duration > 0 ? [] : await blocksOf(tx, chapter.id)
  const reached = reachedBlock(blocks, percent)
  const session = stableId('study', name)
  const who = { userId, loginAt: at - seconds, curriculumId: chapter.curriculum_id, session }
  const second = Math.floor((duration * percent) / 100)
  await recordHeartbeat(
    tx,
    {
      ...who,
      chapter: { id: chapter.id, revision: chapter.revision, duration },
      seconds,
      at,
      second,
      watched: [[0, second]],
      reached: reached?.pid ?? '',
      locator: reached ? locatorAt(reached, reached.text.slice(0, 20)) : null,
    },
    at,
  )
}

type Blocks = Awaited<ReturnType<typeof blocksOf>>

function reachedBlock(blocks: Blocks, percent: number): Blocks[number] | undefined {
  const whole = blocks.reduce((sum, { text }) => sum + text.length + 1, 0)
  let read = 0
  for (const block of blocks) {
    read += block.text.length + 1
    if (read * 100 >= whole * percent) return block
  }
  return blocks.at(-1)
}

function locatorAt({ pid, text }: Blocks[number], exact: string): Locator {
  const start = text.indexOf(exact)
  const end = start + exact.length
  const around = { prefix: text.slice(Math.max(0, start - 20), start), suffix: text.slice(end, end + 20) }
  return { pid, start, end, exact, ...around }
}

async function mark(tx: Db, user: User, learner: Learner, now: number): Promise<void> {
  for (const [i, { item, chapter: slug, exact, mark, note = '', daysAgo }] of highlights[learner].entries()) {
    const chapter = await chapterOf(tx, item, slug)
    const block = chapter && (await blocksOf(tx, chapter.id)).find(({ text }) => text.includes(exact))
    if (!chapter || !block) continue
    const change = {
      id: stableId('highlight', `${learner} ${i}`),
      curriculumId: chapter.curriculum_uid,
      chapterId: chapter.uid,
      mark,
      note,
      locator: locatorAt(block, exact),
      revision: chapter.revision,
      at: now - daysAgo * day - 900 + i,
    }
    await saveHighlight(tx, user, change, now)
  }
}
