import { createContext } from 'react'
import { runProgram } from './run-program'

/** Function that runs programs; pages without a student, such as staff previews, provide another one. */
export const ProgramRunner = createContext(runProgram)
