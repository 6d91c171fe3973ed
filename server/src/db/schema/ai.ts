import type { AiMode, AiSource, AiTurn } from '@dxx/contract/calls/ai'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Tables of migration 0017. */
export interface AiSchema {
  ai_conversations: Conversations
  ai_turns: Turns
  ai_quota: Quota
  question_texts: QuestionTexts
}

interface Conversations {
  id: GeneratedAlways<number>
  uid: Generated<string>
  user_id: number
  title: string
  created_at: number
  updated_at: number
}

/** What a question refers to besides its text. */
export interface About {
  passage?: { chapterId: string; pid: string; quote: string }
  questionId?: string
}

interface Turns {
  id: GeneratedAlways<number>
  uid: string
  conversation_id: number
  mode: AiMode
  question: string
  quote: string
  topic: string
  about: ColumnType<About, string, string>
  answer: Generated<string>
  html: Generated<string>
  sources: ColumnType<AiSource[], string | undefined, string>
  held: Generated<boolean>
  generated: Generated<boolean>
  state: Generated<AiTurn['state']>
  created_at: number
  started_at: number
}

interface Quota {
  user_id: number
  day: string
  used: number
}

interface QuestionTexts {
  question_id: number
  version_id: number
  text: string
  grams: ColumnType<string, never, never>
}
