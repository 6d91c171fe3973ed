import { createContext } from 'react'

/** Whether somebody reads 简答 and gives points: in exams. Elsewhere learners compare with the reference answer themselves. */
export const ReadByTeacher = createContext(false)
