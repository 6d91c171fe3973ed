import { mayAny, useMe } from '../frame/me'
import { whoCanGrant } from '../frame/who-can-grant'
import { NoRight } from '../kit/states'
import { ComposePage } from './exams/compose/compose'
import { ExamPage } from './exams/exam'
import { ExamList } from './exams/list'

/** 考试: the list of exams, a draft (`/exams/drafts/<draft>`), or one exam with tabs (`/exams/<exam>/<tab>`). */
export function ExamsPage({ id, part }: { id?: string; part?: string }) {
  const me = useMe()
  if (id === 'drafts' && part) {
    if (!mayAny(me, ['exam.manage'])) return <NoRight noun="组卷" text={whoCanGrant(['exam.manage'])} />
    return <ComposePage key={part} id={part} />
  }
  return id && id !== 'drafts' ? <ExamPage key={id} id={id} tab={part} /> : <ExamList />
}
