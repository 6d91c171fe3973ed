import { hasAnyPermission, useSignedInStaff } from '../frame/me'
import { whoCanGrant } from '../frame/who-can-grant'
import { NoPermission } from '../kit/states'
import { ComposePage } from './exams/compose/compose'
import { ExamPage } from './exams/exam'
import { StaffExamList } from './exams/list'

/** 考试: the list of exams, a draft (`/exams/drafts/<draft>`), or one exam with tabs (`/exams/<exam>/<tab>`). */
export function ExamsPage({ id, part }: { id?: string; part?: string }) {
  const me = useSignedInStaff()
  if (id === 'drafts' && part) {
    if (!hasAnyPermission(me, ['exam.manage'])) return <NoPermission noun="组卷" text={whoCanGrant(['exam.manage'])} />
    return <ComposePage key={part} id={part} />
  }
  return id && id !== 'drafts' ? <ExamPage key={id} id={id} tab={part} /> : <StaffExamList />
}
