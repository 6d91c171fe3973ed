import { navigateBack } from '../../router/navigation'
import { NavBar } from '../../ui/nav-bar'
import { EmbeddedQuestion } from './embedded-question'

/** A question that something refers to, answered by itself. */
export function OneQuestion({ id }: { id: string }) {
  return (
    <div className="desk:mx-auto desk:max-w-180">
      <NavBar title="题目" back={() => void navigateBack()} />
      <div className="p-4">
        <EmbeddedQuestion questionId={id} label="题目" />
      </div>
    </div>
  )
}
