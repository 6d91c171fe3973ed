import type { RulingKind } from '@dxx/contract/calls/staff/exam-shapes'
import { QuestionView } from '../../../features/questions/question-view'
import { TeacherGradesContext } from '../../../features/questions/read-by-teacher'
import type { StaffData } from '../../api/client'
import { AnswerGrades } from './answer-grades'
import { pointsText } from './figures'
import { RulingTag } from './ruling-tag'

const nothing = () => {}

type Answered = StaffData<'GET /staff/v1/exam_attempt_view'>['questions'][number]

const rulingTexts: Partial<Record<RulingKind, string>> = {
  give: '本题全体送分：得满分，与作答无关。下面标出的对错只按发布时的答案。',
  void: '本题已作废：不计分。',
  key: '本题改过答案：得分按改后的答案，下面显示的是发布时的答案。',
}

/** A question with a student's answer, the answer key, the explanation and the manual grades. */
export function AnsweredQuestion({ question: { result, ruling, grades } }: { question: Answered }) {
  const text = ruling && rulingTexts[ruling]

  return (
    <TeacherGradesContext value={true}>
      {ruling && text && (
        <p className="mb-3 flex flex-wrap items-center gap-2 rounded-cover bg-amber-soft px-3 py-2 text-amber">
          <RulingTag kind={ruling} />
          {text}
          <span className="tabular-nums ml-auto">
            得 {pointsText(result.score)} / {pointsText(result.maxScore)} 分
          </span>
        </p>
      )}
      <QuestionView
        question={result.question}
        answer={result.answer}
        onAnswer={nothing}
        result={result}
        readOnly
        quiet
        recite={text !== undefined && text !== null}
      />
      <AnswerGrades grades={grades} />
    </TeacherGradesContext>
  )
}
