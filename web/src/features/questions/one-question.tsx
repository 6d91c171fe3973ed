import { pageUrl } from '../../router/place'
import { LinkButton } from '../../ui/link-button'
import { EmbeddedQuestion } from './embedded-question'
import { SessionFrame } from './session-state'

/** A single linked question, answered on its own page. */
export function OneQuestion({ id }: { id: string }) {
  return (
    <SessionFrame title="题目">
      <div className="p-4 desk:mx-auto desk:max-w-180">
        <EmbeddedQuestion questionId={id} label="题目">
          <LinkButton to={pageUrl('pages/bank/index')}>去题库</LinkButton>
        </EmbeddedQuestion>
      </div>
    </SessionFrame>
  )
}
