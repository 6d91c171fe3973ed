import type { Generated, GeneratedAlways } from 'kysely'

/** Tables of migrations 0013 and 0125. */
export interface BankSchema {
  practices: Practices
  question_favourites: { user_id: number; question_id: number; created_at: number }
  practice_goals: { user_id: number; goal: number }
}

export type PracticeMode = 'chapter' | 'type' | 'random' | 'wrong' | 'due' | 'favourite' | 'adaptive' | 'diagnosis'
export type Way = 'answer' | 'recite'

interface Practices {
  id: GeneratedAlways<number>
  uid: Generated<string>
  user_id: number
  curriculum_id: number | null
  mode: PracticeMode
  way: Way
  scope: string
  title: string
  seed: Buffer
  version_ids: number[]
  planned: number | null
  position: Generated<number>
  created_at: number
  ended_at: number | null
}
