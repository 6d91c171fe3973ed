import type { Assignment } from '@dxx/contract/calls/assignments'
import { pageUrl } from '../../router/page-url'
import { cx } from '../../ui/cx'
import { ListRow } from '../../ui/list-row'
import { Progress } from '../../ui/progress'
import { assignmentStates, leftText } from './labels'

/** One assignment in a list: the number of items left and the due time. */
export function AssignmentRow({ assignment }: { assignment: Assignment }) {
  const { id, title, state, percent, classes } = assignment
  const { name, look } = assignmentStates[state]
  return (
    <ListRow
      href={`#${pageUrl('pages/study/assignment', { id })}`}
      title={title}
      aside={<span className={cx('rounded-tag px-1.5 py-0.5', look)}>{name}</span>}
      note={`${leftText(assignment)} · ${classes.join('、')}`}
    >
      <Progress value={percent} label={`${title}的进度`} />
    </ListRow>
  )
}
