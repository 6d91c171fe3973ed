import { pageUrl } from '../../router/place'
import { WayOn } from '../../ui/way-on'
import { EmbeddedQuestion } from './embedded-question'
import { SessionFrame } from './session-state'

/** A question that something refers to, answered by itself. */
export function OneQuestion({ id }: { id: string }) {
  return (
    <SessionFrame title="题目">
      <div className="p-4 desk:mx-auto desk:max-w-180">
        <EmbeddedQuestion questionId={id} label="题目">
          <WayOn to={pageUrl('pages/bank/index')}>去题库</WayOn>
        </EmbeddedQuestion>
      </div>
    </SessionFrame>
  )
}
