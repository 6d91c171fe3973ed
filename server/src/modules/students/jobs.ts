import type { JobHandler } from '../../jobs/worker'
import { numberOption } from '../content/public'

/** Detaches student card photos some days after the decision; the cleaning of unused uploads then deletes the files. */
const forgetCardPhotos: JobHandler<unknown> = async ({ db, clock }) => {
  const keptDays = await numberOption(db, 'card-photo-days')
  await db
    .updateTable('student_applications')
    .set({ photo_id: null })
    .where('photo_id', 'is not', null)
    .where('reviewed_at', '<', clock.now() - keptDays * 86_400)
    .execute()
}

export const studentJobs = { forget_card_photos: forgetCardPhotos }
export const studentJobsEvery = { forget_card_photos: 86_400 }
