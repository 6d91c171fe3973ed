import type { Highlight, HighlightStyle } from '@dxx/contract/calls/reading'
import { formatDate } from '@dxx/contract/rules/time-from'

const names: Record<HighlightStyle, string> = {
  yellow: '黄色',
  green: '绿色',
  blue: '蓝色',
  pink: '粉色',
  purple: '紫色',
  underline: '下划线',
  bookmark: '书签',
}
const doubts: Record<Highlight['state'], string> = {
  sure: '',
  unsure: '，原文有改动，位置可能不准',
  lost: '，原文已删去',
}

/** Replaces characters not allowed in file names. */
const fileName = (title: string) => `${title.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim()} 划线与批注`
const quoted = (text: string) => text.replace(/^/gm, '> ')

/** Markdown export by chapter, in book order. */
export function exportMarkdown(title: string, list: readonly Highlight[]) {
  const lines = [`# ${title}：划线与批注`, '']
  let chapter = ''
  for (const { chapterId, chapterTitle, mark, note, locator, state, updatedAt } of list) {
    if (chapterId !== chapter) lines.push(`## ${chapterTitle}`, '')
    chapter = chapterId
    if (locator.exact) lines.push(quoted(locator.exact), '')
    lines.push(...(note ? [note, ''] : []), `*${names[mark]}，${formatDate(updatedAt)}${doubts[state]}*`, '')
  }
  return { name: `${fileName(title)}.md`, mime: 'text/markdown', text: lines.join('\n') }
}

const motivation = ({ mark, note }: Highlight) =>
  mark === 'bookmark' ? 'bookmarking' : note === '' ? 'highlighting' : 'commenting'
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

/** JSON export in the W3C format: https://www.w3.org/TR/annotation-model/ */
export function exportW3cAnnotations(title: string, list: readonly Highlight[]) {
  const items = list.map((one) => ({
    id: `urn:uuid:${one.id}`,
    type: 'Annotation',
    motivation: motivation(one),
    created: iso(one.createdAt),
    modified: iso(one.updatedAt),
    body: [
      ...(one.note ? [{ type: 'TextualBody', value: one.note, format: 'text/plain', purpose: 'commenting' }] : []),
      { type: 'TextualBody', value: one.mark, purpose: 'tagging' },
    ],
    target: {
      source: `urn:uuid:${one.chapterId}`,
      selector: [
        {
          type: 'TextQuoteSelector',
          exact: one.locator.exact,
          prefix: one.locator.prefix,
          suffix: one.locator.suffix,
        },
        selectorOf(one),
      ],
    },
  }))
  const collection = {
    '@context': 'http://www.w3.org/ns/anno.jsonld',
    id: `urn:uuid:${list[0]?.curriculum.id ?? ''}#annotations`,
    type: 'AnnotationCollection',
    label: title,
    total: items.length,
    first: { type: 'AnnotationPage', startIndex: 0, items },
  }
  const text = JSON.stringify(collection, null, 2)
  return { name: `${fileName(title)}.jsonld`, mime: 'application/ld+json', text }
}

/** A position inside a paragraph, or a range selector across two paragraphs. */
function selectorOf({ locator: { pid, start, endPid, end } }: Highlight) {
  const inBlock = (block: string, from: number, to: number) => ({
    type: 'FragmentSelector',
    value: block,
    refinedBy: { type: 'TextPositionSelector', start: from, end: to },
  })
  if (!endPid) return inBlock(pid, start, end)
  return {
    type: 'RangeSelector',
    startSelector: inBlock(pid, start, start),
    endSelector: inBlock(endPid, end, end),
  }
}
