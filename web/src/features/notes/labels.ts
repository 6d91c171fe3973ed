import type { MyNote, NoteKind } from '@dxx/contract/calls/notes'
import type { HighlightStyle } from '@dxx/contract/calls/reading'
import { pageUrl } from '../../router/page-url'
import { curriculumKinds } from '../catalogue/kinds'

export const kindNames: Record<NoteKind, string> = {
  highlight: '划线',
  thought: '想法',
  note: '笔记',
  bookmark: '书签',
}

export const markNames: Record<Exclude<HighlightStyle, 'bookmark'>, string> = {
  yellow: '黄色',
  green: '绿色',
  blue: '蓝色',
  pink: '粉色',
  purple: '紫色',
  underline: '下划线',
}

/** Colours of the line beside a quote, the same as in the reading page. */
export const markLines: Record<HighlightStyle, string> = {
  yellow: 'border-[#e6b100]',
  green: 'border-[#34a853]',
  blue: 'border-[#3b82f6]',
  pink: 'border-[#ec6a9c]',
  purple: 'border-[#9b6bdf]',
  underline: 'border-primary',
  bookmark: 'border-danger',
}

/** Link to the passage, second or question that a note belongs to; undefined if it can no longer be opened. */
export function noteHref(note: MyNote): string | undefined {
  const { curriculum, chapterId, chapterKind, open, pid, questionId, seconds } = note
  if (!open) return undefined
  if (questionId) return `#${pageUrl('pages/exam/answer', { question: questionId })}`
  const page = chapterKind === 'expand' ? 'pages/digital-textbooks/expand' : curriculumKinds[curriculum.kind].study
  const at = seconds === null ? { pid: pid || undefined } : { t: seconds }
  return `#${pageUrl(page, { id: curriculum.id, chapter: chapterId, ...at })}`
}
