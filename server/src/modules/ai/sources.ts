import type { AiSource } from '@dxx/contract/calls/ai'
import { plainFormulas } from '../../text/plain-formulas'
import { chapterLink, detailsLink } from '../catalogue/public'
import { renderLiteral } from './render'
import type { Passage } from './retrieve'

const kindNames = { course: '课程', ebook: '电子书', textbook: '教材', bank: '题库' }
const quoteLength = 120

/** Returns the number of a title (3.1 for 3.1 栈：后进先出), or the shortened title if it has no number. */
function shortTitle(title: string): string {
  const [, number] = /^(\d+(?:\.\d+)*)\s/.exec(title) ?? []
  return number ?? (title.length > 10 ? `${title.slice(0, 10)}…` : title)
}

function labelOf({ kind, curriculumKind, title, book, number }: Passage): string {
  const place = `${kindNames[curriculumKind]} ${shortTitle(title || book)}`
  if (kind === 'note') return `笔记 ${shortTitle(title)}`
  if (kind === 'question') return `${place} 习题`
  return `${place} 第 ${number} 段`
}

function linkOf({ curriculumKind, curriculumUid, chapterUid, chapterKind, pid, questionUid }: Passage): string {
  if (questionUid) return `pages/exam/answer?question=${questionUid}`
  if (!chapterUid || !chapterKind || chapterKind === 'part') return detailsLink(curriculumKind, curriculumUid)
  return chapterLink({ kind: curriculumKind, curriculumId: curriculumUid, chapterId: chapterUid, chapterKind, pid })
}

/** Cuts text to a maximum length; a formula is dropped rather than cut. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  let end = most
  for (const { index, 0: formula } of text.matchAll(/\$[^$\n]+\$/g))
    if (index < most && index + formula.length > most) end = index || formula.length
  return `${text.slice(0, end)}…`
}

/** Converts text to one line without TeX. */
export const asLine = (text: string) => plainFormulas(text).replace(/\s+/g, ' ')

export const sourcesOf = (passages: Passage[]): Promise<AiSource[]> =>
  Promise.all(
    passages.map(async (passage, i) => ({
      n: i + 1,
      label: labelOf(passage),
      title: [passage.book, passage.title, ...(passage.path ?? [])].filter(Boolean).join(' · '),
      html: await renderLiteral(shorten(passage.text.replace(/\s+/g, ' ').trim(), quoteLength)),
      link: linkOf(passage),
    })),
  )
