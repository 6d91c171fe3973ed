import { Prose } from '../../ui/prose'

/** Text of an option, or of an item of a 排序题 or 匹配题. */
export function OptionText({ html }: { html: string }) {
  return <Prose html={html} className="question-option" />
}
