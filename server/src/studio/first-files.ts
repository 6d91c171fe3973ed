import type { CurriculumKind } from '@dxx/contract/shapes'

const lessonText = '在这里写讲义。\n'
const sectionText = '# 1.1 第一节\n\n在这里写正文。\n'

/** Whether a text is the first one of a new curriculum and unchanged. */
export const isFirstText = (text: string) => text === lessonText || text === sectionText

interface First {
  kind: CurriculumKind
  title: string
  subject: string
  author: string
  teacher: string | undefined
  day: string
}

/** Manifest and first text of a new curriculum. */
export function firstFiles({ kind, title, subject, author, teacher, day }: First) {
  const common = { title, subject, price: 0, published: day }
  if (kind === 'bank') return { manifest: { ...common, chapters: [{ slug: 'all', title: '全部' }] }, files: {} }
  if (kind === 'course')
    return {
      manifest: {
        ...common,
        teacher,
        chapters: [
          {
            title: '第 1 章',
            slug: 'chapter-1',
            lessons: [{ slug: 'lesson-1', title: '第 1 课', notes: 'lessons/lesson-1.md' }],
          },
        ],
      },
      files: { 'lessons/lesson-1.md': lessonText },
    }
  return {
    manifest: {
      ...common,
      author,
      chapters: [
        {
          title: '第 1 章',
          slug: 'chapter-1',
          sections: [{ slug: 'section-1', file: 'chapters/section-1.md', free: true }],
        },
      ],
    },
    files: { 'chapters/section-1.md': sectionText },
  }
}
