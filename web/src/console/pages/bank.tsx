import { QuestionEditorPage } from './bank/editor'
import { BankQuestionList } from './bank/list'

/** 题库: the list of questions, or one question (`/bank/<question>`). */
export function BankPage({ id }: { id?: string }) {
  return id ? <QuestionEditorPage key={id} id={id} /> : <BankQuestionList />
}
