import { posix } from 'node:path'
import { label } from '../../questions/author-text'
import { xmlToMarkdown } from './html-to-markdown'
import { escapeInline } from './markdown-text'
import type { Paper } from './reading'
import { below, child, children, elements, type XmlElement } from './xml'

const plainName = (name: string) =>
  name.replace(/^qti-/, '').replace(/-([a-z])/g, (_, sign: string) => sign.toUpperCase())
const isRef = ({ name }: XmlElement) => plainName(name) === 'assessmentItemRef'

/** Counts the items that a test document refers to; the document itself contains no items. */
export const itemRefs = (test: XmlElement) => below(test).filter(isRef).length

/** Rules of a test that a paper cannot have, by element name. */
const unsupported: Record<string, string> = {
  preCondition: '作答条件（preCondition）',
  branchRule: '跳转规则（branchRule）',
  testFeedback: '做完后显示的反馈',
  outcomeProcessing: '自己写的总分规则',
}

/** Reads an assessmentTest of QTI 2.x or 3.0; `file` is its path in the package. Nested sections are flattened. */
export function readPaper(test: XmlElement, file: string): Paper {
  const sections: Paper['sections'] = []
  const instructions: string[] = []
  const notes = new Set<string>()
  const walk = (element: XmlElement, title: string) => {
    let currentSection: Paper['sections'][number] | null = null
    for (const inner of elements(element)) {
      const name = plainName(inner.name)
      if (isRef(inner)) {
        if (!currentSection) {
          currentSection = { title, items: [] }
          sections.push(currentSection)
        }
        const path = posix.join(posix.dirname(file), decoded(inner.attributes.href ?? ''))
        currentSection.items.push({ file: path, weight: weightOf(inner) })
      } else if (/^(testPart|assessmentSection)$/.test(name)) {
        currentSection = null
        walk(inner, inner.attributes.title ?? title)
      } else if (name === 'selection') notes.add(`没有带入“${label(title)}”的随机抽题，放入它的全部题目`)
      else if (name === 'ordering' && inner.attributes.shuffle === 'true')
        notes.add(`没有带入“${label(title)}”的打乱次序`)
      else if (name === 'rubricBlock') {
        const text = instructionsOf(inner, notes)
        if (text !== '') instructions.push(title === '' ? text : `**${escapeInline(line(title))}**\n\n${text}`)
      }
    }
  }
  walk(test, '')
  for (const { name } of below(test)) {
    const rule = unsupported[plainName(name)]
    if (rule !== undefined) notes.add(`没有带入${rule}`)
  }
  const limits = [test, ...children(test, 'testPart'), ...children(test, 'qti-test-part')].map(
    (part) => child(part, 'timeLimits') ?? child(part, 'qti-time-limits'),
  )
  const seconds = limits
    .map((limit) => Number(limit?.attributes.maxTime ?? limit?.attributes['max-time']))
    .find((one) => one > 0)
  return {
    title: test.attributes.title ?? '',
    duration: seconds ? Math.ceil(seconds / 60) : null,
    sections,
    instructions,
    notes: [...notes],
  }
}

/** Weight of a question in a test; a test with several weights uses the first. */
function weightOf(ref: XmlElement): number {
  const weight = elements(ref).find(({ name }) => plainName(name) === 'weight')
  const value = Number(weight?.attributes.value ?? 1)
  return Number.isFinite(value) && value > 0 ? value : 1
}

/** Returns what candidates see of a rubricBlock. */
function instructionsOf(block: XmlElement, notes: Set<string>): string {
  if (block.attributes.view && !block.attributes.view.includes('candidate')) {
    notes.add('没有带入给评分人看的说明')
    return ''
  }
  return xmlToMarkdown(block.children, { lost: (what) => notes.add(`试卷的说明里没有带入${what}`) })
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}

/** A paper whose questions were imported. */
export interface ImportedPaper extends Pick<Paper, 'title' | 'duration' | 'instructions' | 'notes'> {
  sections: {
    title: string
    /** `points`: hundredths, if the test gives another weight than 1; null for the points of the question. */
    questions: { slug: string; points: number | null }[]
    missing: number
  }[]
}

const line = (text: string) => text.replace(/\s+/g, ' ').trim()

/** `importedAs` returns the question that the import made from a file. */
export const importedPaper = (
  { title, sections, ...rest }: Paper,
  importedAs: (file: string) => { slug: string; score: number } | undefined,
): ImportedPaper => ({
  ...rest,
  title: line(title) || '试卷',
  sections: sections.map((section) => {
    const questions = section.items.flatMap(({ file, weight }) => {
      const found = importedAs(file)
      return found ? [{ slug: found.slug, points: weight === 1 ? null : Math.round(found.score * weight) }] : []
    })
    return { title: line(section.title), questions, missing: section.items.length - questions.length }
  }),
})

/** Writes an exam file (YAML) from a paper; staff must fill in school, classes and times. */
export function writePaper(paper: ImportedPaper, from: string): string {
  const sections = paper.sections.flatMap(({ title, questions, missing }) => [
    `  # ${title || '没有标题的部分'}${missing > 0 ? `（有 ${missing} 题没有导入）` : ''}`,
    ...questions.flatMap(({ slug, points }) =>
      points === null ? [] : [`  # 没有带入 ${slug} 在试卷里的分值 ${points / 100}，按题目自己的分值计`],
    ),
    ...(questions.length > 0
      ? [`  - { from: ${from}, slugs: [${questions.map(({ slug }) => slug).join(', ')}] }`]
      : []),
  ])
  return [
    '# 试卷草稿：补上学校、班级和时间后，用 npm run ops -- exams publish 发布。',
    ...paper.notes.map((note) => `# ${line(note)}`),
    `title: ${JSON.stringify(paper.title)}`,
    ...(paper.instructions.length > 0 ? [`notice: ${JSON.stringify(paper.instructions.join('\n\n'))}`] : []),
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
