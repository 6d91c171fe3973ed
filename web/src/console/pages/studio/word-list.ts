/** Word writes list items as paragraphs with a level in their style and the number or bullet as text. */
const listStyle = /mso-list:\s*l\d+\s+level(\d+)/i
const typedMark = /^\s*(?:[·•●○■◆▪§Øo-]|\d+[.)、．]|[a-z][.)])[\s\u00a0]+/i
const ignored = '[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]'

/** Whether an element is a list item of Word or WPS, which write each as a paragraph. */
export function wordItem(element: Element): boolean {
  if (element.tagName !== 'P' && element.tagName !== 'DIV') return false
  if (listStyle.test(element.getAttribute('style') ?? '')) return true
  return /\bMsoListParagraph/.test(element.className) && typedMark.test(element.textContent ?? '')
}

/** Removes the number or bullet that Word wrote into a paragraph. Returns it. */
export function wordMark(element: Element): string {
  const written = element.querySelector(ignored)
  if (!written) return ''
  written.remove()
  return (written.textContent ?? '').replace(/[\s\u00a0]+/g, ' ').trim()
}

/** Writes consecutive list items as one list, nested by their levels. */
export function writeWordList(items: Element[], textOf: (item: Element) => string): string {
  const lines: string[] = []
  /** Indent of the items of each level. */
  const indents = ['']
  const numbers: number[] = []
  for (const item of items) {
    const level = Math.max(1, Number(listStyle.exec(item.getAttribute('style') ?? '')?.[1] ?? 1))
    const mark = wordMark(item) || takeTypedMark(item)
    indents.length = Math.min(indents.length, level)
    const depth = indents.length
    numbers.length = depth
    numbers[depth - 1] = (numbers[depth - 1] ?? 0) + 1
    const sign = isNumber(mark) ? `${numbers[depth - 1]}. ` : '- '
    lines.push(`${indents[depth - 1]}${sign}${textOf(item).replace(/\n(?=.)/g, `\n${indents[depth - 1]}  `)}`)
    indents.push(indents[depth - 1] + ' '.repeat(sign.length))
  }
  return lines.join('\n')
}

/** 1. a) （1） 一、 ① and Roman numbers; other marks are bullets, such as the letter o of the font Courier. */
const isNumber = (mark: string) =>
  mark !== 'o' &&
  /^[(（]?(?:\d+|[a-z]+|[一二三四五六七八九十百]+|[①-⑳])[.)）、．]?$/i.test(mark) &&
  !/^[§Øv]$/.test(mark)

/** Removes a mark that is part of the text, as older versions of Word write it. */
function takeTypedMark(item: Element): string {
  const walker = item.ownerDocument.createTreeWalker(item, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? ''
    if (text.trim() === '') continue
    const [mark = ''] = typedMark.exec(text) ?? []
    node.textContent = text.slice(mark.length)
    return mark.replace(/[\s\u00a0]+/g, '')
  }
  return ''
}
