import type { AttemptBrief } from '@dxx/contract/calls/exams'
import type { AttemptRow } from './queries'

type Row = Pick<
  AttemptRow,
  'id' | 'number' | 'state' | 'startedAt' | 'deadlineAt' | 'submittedAt' | 'scoreState' | 'score'
>

/** An attempt that was begun, as its owner sees it: no score before it is final. */
export function brief(row: Row, passScore: number): AttemptBrief {
  const final = row.scoreState === 'scored'
  return {
    id: row.id,
    number: row.number,
    state: row.state as AttemptBrief['state'],
    startedAt: row.startedAt!,
    deadline: row.deadlineAt!,
    submittedAt: row.submittedAt,
    scoreState: row.scoreState,
    score: final ? row.score! / 100 : null,
    passed: final ? row.score! >= passScore : null,
  }
}
