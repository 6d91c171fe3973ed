import type { WorkItem } from '@dxx/contract/calls/staff/work'

/** School of an item, unless its title begins with it. */
export const schoolOf = ({ title, school }: WorkItem): string | undefined =>
  school && !title.startsWith(school.name) ? school.name : undefined
