import type { AiMode, AiSource, AiTurn } from '@dxx/contract/calls/ai'
import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import type { AiPurpose } from '@dxx/contract/calls/staff/ai'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Tables of migrations 0017, 0060, 0061 and 0095. */
export interface AiSchema {
  ai_conversations: Conversations
  ai_turns: Turns
  ai_quota: Quota
  ai_spending: Spending
  ai_site_spending: Omit<Spending, 'user_id'>
  ai_purpose_spending: Omit<Spending, 'user_id'> & { purpose: AiPurpose; requests: number }
  question_texts: QuestionTexts
  section_vectors: SectionVectors
  chapter_vectors: ChapterVectors
}

interface Conversations {
  id: GeneratedAlways<number>
  uid: Generated<string>
  user_id: number
  title: string
  created_at: number
  updated_at: number
}

/** Subject of a question besides its text. */
export interface About {
  passage?: { chapterId: string; pid: string; quote: string }
  questionId?: string
  code?: { language: CodeLanguage; source: string; stdin: string }
  lesson?: { chapterId: string; second: number }
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
  model: Generated<string>
  prompt_version: Generated<string>
  input_tokens: Generated<number>
  output_tokens: Generated<number>
  cost_micros: Generated<number>
  dropped: Generated<number>
  marked: Generated<number>
  state: Generated<AiTurn['state']>
  created_at: number
  started_at: number
}

interface Quota {
  user_id: number
  day: string
  used: number
}

interface Spending {
  user_id: number
  day: string
  tokens: number
  cost_micros: number
}

interface SectionVectors {
  seq: GeneratedAlways<number>
  chapter_id: number
  pid: string
  model: string
  vector: Buffer
}

interface ChapterVectors {
  chapter_id: number
  model: string
  revision: number
}

interface QuestionTexts {
  question_id: number
  version_id: number
  text: string
  grams: ColumnType<string, never, never>
}
