import type MarkdownIt from 'markdown-it'

const letter = /[\p{L}\p{N}]/u
const opening = /[\p{Ps}\p{Pi}]/u
const closing = /[\p{Pe}\p{Pf}\p{Po}]/u

/**
 * Lets emphasis begin and end at a bracket or a full stop inside a sentence: 先问**「多少次」**才对. CommonMark
 * requires a space there, which Chinese does not have, and would show the asterisks.
 */
export function chineseEmphasis(md: MarkdownIt): void {
  const { State } = md.inline
  md.inline.State = class extends State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const found = super.scanDelims(start, canSplitWord)
      const before = this.src[start - 1] ?? ''
      const after = this.src[start + found.length] ?? ''
      if (this.src[start] !== '*' || !isChinese(before + after)) return found
      return {
        ...found,
        can_open: found.can_open || (letter.test(before) && opening.test(after)),
        can_close: found.can_close || (closing.test(before) && letter.test(after)),
      }
    }
  }
}

/** Whether one of the characters is Chinese or full-width, so that Latin text such as `2**(n)` keeps its rules. */
const isChinese = (text: string) => /[\p{Script=Han}\u3000-\u303f\uff00-\uff60“”‘’]/u.test(text)
