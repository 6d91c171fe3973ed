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
 * words of both. A question that is complete stays unchanged, because a conversation may change its topic.
 */
export async function rewriteQuery(question: string, earlier: readonly string[]): Promise<string> {
  if (earlier.length === 0) return question
  const tools = await wordTools()
  const topics = (text: string) => queryTerms(text, tools).flatMap(({ topic, forms }) => (topic ? [forms[0]!] : []))
  const ownTopics = topics(question)
  const isComplete = ownTopics.length >= fewTopics && !refers.test(question)
  if (isComplete || ownTopics.length > 4) return question
  // The newest earlier question that has a topic; an incomplete one was completed in the same way.
  for (const before of earlier.slice(-mostEarlier).reverse()) {
    const added = topics(before).filter(
      (topic) => !ownTopics.some((word) => word.includes(topic) || topic.includes(word)),
    )
    if (added.length > 0) return `${question}\n${added.slice(0, 6).join(' ')}`
  }
  return question
}
