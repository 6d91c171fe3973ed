import type { CurriculumKind } from '@dxx/contract/shapes'
import { randomUuid } from '../../../api/random-uuid'
import { callStaff } from '../../api/client'
import { reloadStudio } from './reload'
import { repeat, uploadContentParts } from './upload-content'

/** Endings that can be read into a kind of content, for the file picker. */
export const importEndings: Record<CurriculumKind, string> = {
  textbook: '.docx,.ipynb,.md,.zip,.imscc',
  ebook: '.epub,.docx,.ipynb,.md,.zip',
  course: '.docx,.ipynb,.md,.zip',
  bank: '.zip',
}

/** Whether reading the file replaces the draft; a document is added as a section instead. */
export const replacesDraft = (name: string) => /\.(epub|zip|imscc)$/i.test(name)

/** Kind of content that a file can be read into; null if several kinds are possible. */
export const kindOfFile = (name: string): CurriculumKind | null =>
  /\.epub$/i.test(name) ? 'ebook' : /\.(docx|ipynb|md|imscc)$/i.test(name) ? 'textbook' : null

/** Uploads a file and starts reading it into the draft. */
export async function importContentFile(
  curriculum: string,
  file: File,
  section: string | null,
  onProgress: (share: number) => void,
): Promise<void> {
  const upload = await uploadContentParts(curriculum, file, onProgress)
  const idempotencyKey = randomUuid()
  await repeat(() => callStaff('POST /staff/v1/studio_import_start', { upload, section }, { idempotencyKey }))
  await reloadStudio()
}
