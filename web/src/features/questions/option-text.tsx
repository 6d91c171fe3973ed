import { Prose } from '../../ui/prose'

/** Text of an option, or of an item to order or match. */
export function OptionText({ html }: { html: string }) {
  return <Prose html={html} className="question-option" />
}
