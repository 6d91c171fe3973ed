import type { CsMessage, Opinion, OpinionKind } from '@dxx/contract/calls/support'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Tables of migration 0016. */
export interface SupportSchema {
  cs_messages: CsMessages
  opinions: Opinions
}

/** A picture: uid of the upload and key of the stored file. */
export interface StoredPicture {
  id: string
  key: string
}

type Pictures = ColumnType<StoredPicture[], string | undefined, string>

interface CsMessages {
  id: GeneratedAlways<number>
  uid: Generated<string>
  user_id: number
  sender: CsMessage['from']
  text: string
  images: Pictures
  created_at: number
  read_at: number | null
  staff_id: number | null
}

interface Opinions {
  id: GeneratedAlways<number>
  uid: Generated<string>
  user_id: number
  kind: OpinionKind
  text: string
  images: Pictures
  contact: string
  state: Generated<Opinion['state']>
  answer: Generated<string>
  created_at: number
  answered_at: number | null
}
