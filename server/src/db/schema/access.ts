import type { Generated } from 'kysely'

/** Paid content sent to a user (migrations 0025, 0030); each row refers to a chapter, a resource or a question. */
export interface DeliveriesSchema {
  deliveries: {
    user_id: number
    curriculum_id: number
    chapter_id: number | null
    resource_id: number | null
    question_id: number | null
    bytes: Generated<number>
    /** Sent characters of a chapter as int4multirange; unbounded for the whole text. */
    text: Generated<string>
    first_at: number
  }
}
