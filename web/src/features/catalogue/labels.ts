import type { CurriculumCard } from '@dxx/contract/calls/catalogue'
import { formatNumber } from '@dxx/contract/rules/format'
import { curriculumKinds } from './kinds'

/** Author and learner count: 林晚舟 · 1.2万人学. */
export function byLine({ by, learners, kind }: CurriculumCard): string {
  const crowd = learners > 0 && `${formatNumber(learners)}${curriculumKinds[kind].crowd}`
  return [by, crowd].filter(Boolean).join(' · ')
}

/** Small text on a drawn cover. */
export function coverNote({
  kind,
  chapterCount = 0,
  by,
}: Pick<CurriculumCard, 'kind' | 'by'> & { chapterCount?: number }): string {
  if (by && kind !== 'course') return by
  return chapterCount > 0 ? `${chapterCount} ${curriculumKinds[kind].unit}` : ''
}
