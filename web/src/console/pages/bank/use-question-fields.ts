import { useState } from 'react'
import { joinQuestion, type QuestionFields, splitQuestion } from './question-text'

/**
 * Fields of a question's form as they are typed. The joined text has no white space at the end of a field, so fields
 * read from it would lose the space before the next word. A text from elsewhere, such as another editor's, replaces the
 * typed fields.
 */
export function useQuestionFields(text: string, onText: (text: string) => void) {
  const [typed, setTyped] = useState<{ fields: QuestionFields; text: string } | null>(null)
  return {
    fields: typed?.text === text ? typed.fields : splitQuestion(text),
    change: (fields: QuestionFields) => {
      const written = joinQuestion(fields)
      setTyped({ fields, text: written })
      onText(written)
    },
  }
}
