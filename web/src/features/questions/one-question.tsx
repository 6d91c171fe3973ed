import { pageUrl } from '../../router/page-url'
import { LinkButton } from '../../ui/link-button'
import { QuestionDiscuss } from '../community/question-discuss'
import { EmbeddedQuestion } from './embedded-question'
import { QuestionTools } from './question-tools'
import { SessionFrame } from './session-state'

/** A single linked question, answered on its own page. */
export function OneQuestion({ id, discuss }: { id: string; discuss: boolean }) {
  return (
    <SessionFrame title="题目">
      <div className="p-4 desk:mx-auto desk:max-w-180">
        <EmbeddedQuestion
          questionId={id}
          label="题目"
          below={(question, isAnswered) => (
            // Shows the note itself, because 我的笔记 links to this page.
            <QuestionTools question={question} from="题目页" answered={isAnswered && !discuss} showsNote />
          )}
        >
          <LinkButton to={pageUrl('pages/bank/index')}>去题库</LinkButton>
        </EmbeddedQuestion>
        {/* Shows the discussion, because a message about a reply opens this page. */}
        {discuss && (
          <section aria-label="讨论" className="mt-4 rounded-card bg-card p-4">
            <h2 className="mb-2 text-15 font-semibold">讨论</h2>
            <QuestionDiscuss question={id} />
          </section>
        )}
      </div>
    </SessionFrame>
  )
}
