import { openAsk } from '../../state/ask'
import { Button } from '../../ui/button'

/** Asks the AI about a question whose result is shown, in a sheet over it. */
export function AskAi({ id }: { id: string }) {
  return (
    <Button
      kind="text"
      size="small"
      aria-haspopup="dialog"
      onClick={() => openAsk({ kind: 'question', id, answered: true })}
    >
      问 AI
    </Button>
  )
}
