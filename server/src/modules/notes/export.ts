import type { MyNote, NoteKind } from '@dxx/contract/calls/notes'
import { formatClock } from '@dxx/contract/rules/format'
import { formatDate } from '@dxx/contract/rules/time-from'

const kinds: Record<NoteKind, string> = { highlight: '划线', thought: '想法', bookmark: '书签', note: '笔记' }

const quoted = (text: string) => text.replace(/^/gm, '> ')

/** Markdown by curriculum and chapter, in the order given. */
export function notesAsMarkdown(list: readonly MyNote[], now: number) {
  const lines = ['# 我的笔记', '', `导出于 ${formatDate(now)}，共 ${list.length} 条`, '']
  let curriculum = ''
  let chapter = ''
  for (const { curriculum: of, chapterId, chapterTitle, kind, quote, text, seconds, updatedAt } of list) {
    if (of.id !== curriculum) lines.push(`## ${of.title}`, '')
    if (of.id !== curriculum || chapterId !== chapter) lines.push(`### ${chapterTitle}`, '')
    curriculum = of.id
    chapter = chapterId
    if (quote) lines.push(quoted(quote), '')
    if (text) lines.push(text, '')
    const second = seconds === null ? '' : `，视频 ${formatClock(seconds)}`
    lines.push(`*${kinds[kind]}，${formatDate(updatedAt)}${second}*`, '')
  }
  return { name: `我的笔记 ${formatDate(now)}.md`, mime: 'text/markdown', text: lines.join('\n'), count: list.length }
}
