import { pageUrl } from '../../router/place'
import { buttonClass } from '../../ui/button'

/** Leads to the AI with a question that has been told. */
export function AskAi({ id }: { id: string }) {
  return (
    <a href={`#${pageUrl('pages/ai/index', { question: id })}`} className={buttonClass('text', 'small')}>
      问 AI
    </a>
  )
}
