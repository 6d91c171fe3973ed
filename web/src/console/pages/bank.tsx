import { QuestionDraftsPage } from './bank/drafts'
import { QuestionEditorPage } from './bank/editor'
import { BankQuestionList } from './bank/list'

/** 题库: the list of questions, one question (`/bank/<question>`), or drafts of a model (`/bank/drafts`). */
export function BankPage({ id }: { id?: string }) {
  if (id === 'drafts') return <QuestionDraftsPage />
  return id ? <QuestionEditorPage key={id} id={id} /> : <BankQuestionList />
}
