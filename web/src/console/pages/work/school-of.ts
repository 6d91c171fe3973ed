import type { WorkItem } from '@dxx/contract/calls/staff/work'

/** School name of a work item; undefined if the title of the work item already begins with it. */
export const schoolOf = ({ title, school }: WorkItem): string | undefined =>
  school && !title.startsWith(school.name) ? school.name : undefined
