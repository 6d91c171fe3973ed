import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Posts of users (migrations 0004, 0039 and 0073). */
export interface CommunitySchema {
  posts: Posts
  likes: Likes
  reports: Reports
}

export type PostKind = 'comment' | 'discuss' | 'note' | 'reply'

/** An image of a post: the upload's uid, and the key of the stored file. */
export interface PostImage {
  id: string
  key: string
}

interface Posts {
  id: GeneratedAlways<number>
  uid: Generated<string>
  kind: PostKind
  user_id: number
  curriculum_id: number
  chapter_id: number | null
  question_id: number | null
  parent_id: number | null
  to_user_id: number | null
  text: string
  images: ColumnType<PostImage[], string | undefined, string>
  stars: number | null
  public: Generated<boolean>
  pid: Generated<string>
  quote: Generated<string>
  locator: ColumnType<unknown, string | null | undefined, string | null>
  seconds: number | null
  colour: Generated<string>
  created_at: number
  edited_at: number | null
  hidden_at: number | null
  hidden_reason: Generated<string>
  hidden_by: number | null
  pinned_at: number | null
  closed_at: number | null
  accepted_id: number | null
}

interface Likes {
  post_id: number
  user_id: number
  active: boolean
  created_at: number
}

interface Reports {
  id: GeneratedAlways<number>
  post_id: number | null
  user_id: number
  reason: string
  text: string
  created_at: number
}
