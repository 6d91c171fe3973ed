import type { Environment } from '../context'
import { type ConvertVideoJob, convertVideo } from './convert-video'
import { type PublishJob, publishContent } from './publish'
import { checkQuestions, importQuestions, type QuestionImportJob } from './question-imports'
import { type ReadFileJob, readContentFile } from './read-content-file'
import { endContentTasks } from './tasks'
import { partKey, uploadsEndAfter } from './uploads'

export const studioJobs = (env: Environment) => ({
  publish_content: (_: unknown, job: PublishJob) => publishContent(env, job),
  check_questions: (_: unknown, job: QuestionImportJob) => checkQuestions(env, job),
  import_questions: (_: unknown, job: QuestionImportJob) => importQuestions(env, job),
  read_content_file: (_: unknown, job: ReadFileJob) => readContentFile(env, job),
  end_content_uploads: () => endContentUploads(env),
})

/** Jobs that may run for many minutes, such as converting a video; a separate worker runs them. */
export const videoJobs = (env: Environment) => ({
  convert_video: (_: unknown, job: ConvertVideoJob) => convertVideo(env, job),
})

export const studioJobsEvery = { end_content_uploads: 3600 }

/** Deletes abandoned uploads with their parts, and unclosed reports of finished tasks, after their time limit. */
export async function endContentUploads({ db, clock, storage }: Pick<Environment, 'db' | 'clock' | 'storage'>) {
  const ended = await db
    .selectFrom('content_uploads')
    .select(['id', 'uid', 'parts'])
    .where('updated_at', '<', clock.now() - uploadsEndAfter)
    .execute()
  for (const { id, uid, parts } of ended) {
    for (let i = 0; i < parts; i++) await storage.remove(partKey(uid, i))
    await db.deleteFrom('content_uploads').where('id', '=', id).execute()
  }
  await endContentTasks({ db, clock })
}
