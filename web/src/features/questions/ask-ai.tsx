import { pageUrl } from '../../router/place'
import { buttonClass } from '../../ui/button'

/** Link to ask the AI about a question whose result is shown. */
export function AskAi({ id }: { id: string }) {
  return (
    <a href={`#${pageUrl('pages/ai/index', { question: id })}`} className={buttonClass('text', 'small')}>
      问 AI
    </a>
  )
}
