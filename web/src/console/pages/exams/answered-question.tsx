import type { ScoredQuestion } from '@dxx/contract/questions'
import { QuestionView } from '../../../features/questions/question-view'
import { TeacherGradesContext } from '../../../features/questions/read-by-teacher'

const nothing = () => {}

/** A question with a student's answer, the answer key and the explanation, as the student sees it. */
export function AnsweredQuestion({ result }: { result: ScoredQuestion }) {
  return (
    <TeacherGradesContext value={true}>
      <QuestionView
        question={result.question}
        answer={result.answer}
        onAnswer={nothing}
        result={result}
        readOnly
        quiet
      />
    </TeacherGradesContext>
  )
}
