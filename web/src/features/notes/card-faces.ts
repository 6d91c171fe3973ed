import type { MyNote } from '@dxx/contract/calls/notes'

export interface CardFaces {
  /** What the front asks the user to remember. */
  task: string
  front: string
  back: string
}

/** Characters of the text around a highlight that the front shows. */
const around = 60

type Source = Pick<MyNote, 'kind' | 'quote' | 'prefix' | 'suffix' | 'text'>

/**
 * Front and back of a review card. The front of a thought asks for its passage, that of a highlight shows its sentence
 * with the highlight left out, that of a note to a passage or question asks for the note, and that of any other note
 * shows the first line and asks for the rest.
 */
export function cardFaces({ kind, quote, prefix, suffix, text }: Source): CardFaces {
  if (kind === 'note') {
    if (quote) return { task: '关于这段内容，你记了什么？', front: quote, back: text }
    const [first = '', ...rest] = text.split('\n')
    const more = rest.join('\n').trim()
    return more
      ? { task: '接下来你记了什么？', front: first, back: more }
      : { task: '还记得这条笔记吗？', front: `${first.slice(0, Math.ceil(first.length / 2))}…`, back: text }
  }
  if (text) return { task: '这是你对哪段话的想法？', front: text, back: quote || '（图片）' }
  const before = prefix.slice(-around)
  const after = suffix.slice(0, around)
  if (!before.trim() && !after.trim()) {
    const start = quote.slice(0, Math.max(1, Math.ceil(quote.length / 4)))
    return { task: '接着往下背', front: `${start}……`, back: quote }
  }
  return { task: '空白处你划了什么？', front: `${before} ＿＿＿＿＿ ${after}`, back: quote }
}
