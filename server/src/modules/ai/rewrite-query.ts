import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { gramQuery } from '../../text/text'
import { wordTools } from '../../text/words'
import { queryTerms } from './query-terms'

/** Words that refer to an earlier question. */
const refers =
  /它们?|他们|这个|那个|这种|那种|这些|那些|这里|那里|上面|刚才|前面|前者|后者|该|此|其中|那么|那|呢\s*[？?]?$/
/** A question with fewer topic words may be incomplete. */
const fewTopics = 2
/** Number of earlier questions that may complete the question. */
const mostEarlier = 2

/**
 * Completes a question by the topic of earlier questions: 那出栈呢？ after 入栈为什么是常数时间？ is searched with the
 * words of both. A question that is complete stays unchanged, because a conversation may change its topic; so does one
 * about a topic that no content contains: with the words of the earlier question it would be answered about these.
 */
export async function rewriteQuery(db: Db, question: string, earlier: readonly string[]): Promise<string> {
  if (earlier.length === 0) return question
  const tools = await wordTools()
  const topics = (text: string) => queryTerms(text, tools).flatMap(({ topic, forms }) => (topic ? [forms[0]!] : []))
  const ownTopics = topics(question)
  const isComplete = ownTopics.length >= fewTopics && !refers.test(question)
  if (isComplete || ownTopics.length > 4) return question
  if (ownTopics.length > 0 && !refers.test(question) && !(await occursAny(db, ownTopics))) return question
  // The newest earlier question that has a topic; an incomplete one was completed in the same way.
  for (const before of earlier.slice(-mostEarlier).reverse()) {
    const added = topics(before).filter(
      (topic) => !ownTopics.some((word) => word.includes(topic) || topic.includes(word)),
    )
    if (added.length > 0) return `${question}\n${added.slice(0, 6).join(' ')}`
  }
  return question
}

/** Whether any content contains one of the words. */
async function occursAny(db: Db, words: readonly string[]): Promise<boolean> {
  const queries = words.flatMap((word) => gramQuery(word) ?? [])
  if (queries.length === 0) return true
  const any = queries.map((query) => `(${query})`).join(' | ')
  const { rows } = await sql`select from paragraphs where grams @@ ${any}::tsquery limit 1`.execute(db)
  return rows.length > 0
}
