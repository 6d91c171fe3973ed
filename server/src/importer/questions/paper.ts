import { posix } from 'node:path'
import type { Paper } from './reading'
import { below, child, children, elements, type XmlElement } from './xml'

const plainName = (name: string) =>
  name.replace(/^qti-/, '').replace(/-([a-z])/g, (_, sign: string) => sign.toUpperCase())
const isRef = ({ name }: XmlElement) => plainName(name) === 'assessmentItemRef'

/** Counts the items that a test document refers to; the document itself contains no items. */
export const itemRefs = (test: XmlElement) => below(test).filter(isRef).length

/** Reads an assessmentTest of QTI 2.x or 3.0; `file` is its path in the package. Nested sections are flattened. */
export function readPaper(test: XmlElement, file: string): Paper {
  const sections: Paper['sections'] = []
  const walk = (element: XmlElement, title: string) => {
    let own: Paper['sections'][number] | null = null
    for (const inner of elements(element)) {
      if (isRef(inner)) {
        if (!own) {
          own = { title, files: [] }
          sections.push(own)
        }
        own.files.push(posix.join(posix.dirname(file), decoded(inner.attributes.href ?? '')))
      } else if (/^(testPart|assessmentSection)$/.test(plainName(inner.name))) {
        own = null
        walk(inner, inner.attributes.title ?? title)
      }
    }
  }
  walk(test, '')
  const limits = [test, ...children(test, 'testPart'), ...children(test, 'qti-test-part')].map(
    (part) => child(part, 'timeLimits') ?? child(part, 'qti-time-limits'),
  )
  const seconds = limits
    .map((limit) => Number(limit?.attributes.maxTime ?? limit?.attributes['max-time']))
    .find((one) => one > 0)
  const weights = below(test).filter(
    ({ name, attributes }) => plainName(name) === 'weight' && Number(attributes.value) !== 1,
  ).length
  return { title: test.attributes.title ?? '', duration: seconds ? Math.ceil(seconds / 60) : null, sections, weights }
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}

/** A paper whose questions were imported. */
export interface ImportedPaper {
  title: string
  duration: number | null
  sections: { title: string; slugs: string[]; missing: number }[]
  weights: number
}

const line = (text: string) => text.replace(/\s+/g, ' ').trim()

export const importedPaper = (paper: Paper, slugOf: (file: string) => string | undefined): ImportedPaper => ({
  title: line(paper.title) || '试卷',
  duration: paper.duration,
  weights: paper.weights,
  sections: paper.sections.map(({ title, files }) => {
    const slugs = files.flatMap((file) => slugOf(file) ?? [])
    return { title: line(title), slugs, missing: files.length - slugs.length }
  }),
})

/** Writes an exam file (YAML) from a paper; staff must fill in school, classes and times. */
export function writePaper(paper: ImportedPaper, from: string): string {
  const sections = paper.sections.flatMap(({ title, slugs, missing }) => [
    `  # ${title || '没有标题的部分'}${missing > 0 ? `（有 ${missing} 题没有导入）` : ''}`,
    ...(slugs.length > 0 ? [`  - { from: ${from}, slugs: [${slugs.join(', ')}] }`] : []),
  ])
  return [
    '# 试卷草稿：补上学校、班级和时间后，用 npm run ops -- exams publish 发布。',
    `title: ${JSON.stringify(paper.title)}`,
    'school: # 学校的 slug',
    'classes: [] # 班级的 slug',
    'starts: # 2026-11-20 09:00',
    'ends: # 2026-11-20 12:00',
    `duration: ${paper.duration ?? 90}${paper.duration ? '' : ' # 原来没有时限'}`,
    'attempts: 1',
    'pass: 60',
    'analysis: ended',
    'rank: false',
    'shuffle: []',
    'questions:',
    ...sections,
    '',
  ].join('\n')
}
