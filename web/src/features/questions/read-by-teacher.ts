import { createContext } from 'react'

/** Whether a teacher grades 简答: in exams. Elsewhere users compare with the reference answer themselves. */
export const TeacherGradesContext = createContext(false)
