import type { TreeNode } from '@dxx/contract/calls/staff/studio-shapes'
import type { CurriculumKind } from '@dxx/contract/shapes'

export const kindNames: Record<CurriculumKind, string> = {
  course: '课程',
  ebook: '电子书',
  textbook: '教材',
  bank: '题库',
}

/** Chinese names of the nodes of the tree. */
export const nodeNames: Record<TreeNode['kind'], string> = {
  part: '章',
  text: '节',
  lesson: '课',
  expand: '拓展阅读',
  group: '章节',
}

/** Kind of the leaves in a curriculum. */
export const leafOf = (kind: CurriculumKind): 'text' | 'lesson' | 'group' =>
  kind === 'course' ? 'lesson' : kind === 'bank' ? 'group' : 'text'
