import { useState } from 'react'
import { joinQuestion, type QuestionFields, splitQuestion } from './question-text'

/**
 * Fields of a question's form as they are typed. The text has no white space at the end of a field, so fields read from it
 * would lose the space before the next word. Another text, such as that of another editor, replaces what was typed.
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
