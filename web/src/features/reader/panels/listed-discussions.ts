import type { Chapter } from '@dxx/contract/calls/study'

/** Number of discussions that the panel lists: of one paragraph, or of the whole chapter. */
export function listedDiscussions(counts: Chapter['discussions'], about: { pid: string } | null): number {
  if (about) return counts[about.pid] ?? 0
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
