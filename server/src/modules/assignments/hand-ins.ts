import type { HandIn } from '@dxx/contract/calls/assignments'
import type { Db } from '../../db/connection'
import type { StoredFile } from '../../db/schema/assignments'
import { signedUrl } from '../media/public'

export interface HandInRecord {
  item_id: number
  user_id: number
  text: string
  files: StoredFile[]
  submitted_at: number
  number: number
  score: number | null
  comment: string
}

/** Shapes a hand-in. The caller has checked that the reader may see it. */
export function shapeHandIn(row: HandInRecord, dueAt: number, secret: string, now: number, reader?: string): HandIn {
  return {
    text: row.text,
    files: row.files.map(({ id, key, name, mime, bytes }) => ({
      id,
      name,
      mime,
      bytes,
      url: signedUrl(secret, key, now, reader === undefined ? {} : { user: reader }),
    })),
    submittedAt: row.submitted_at,
    number: row.number,
    late: row.submitted_at > dueAt,
    score: row.score === null ? null : row.score / 100,
    comment: row.comment,
  }
}

/** Hand-ins of one student. */
export function handInsOf(db: Db, userId: number, itemIds: readonly number[]): Promise<HandInRecord[]> {
  return db
    .selectFrom('assignment_submissions')
    .select(['item_id', 'user_id', 'text', 'files', 'submitted_at', 'number', 'score', 'comment'])
    .where('user_id', '=', userId)
    .where('item_id', 'in', itemIds.length > 0 ? itemIds : [0])
    .execute()
}
