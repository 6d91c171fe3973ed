import { createContext } from 'react'
import { runProgram } from './run-program'

/** How programs are run; pages without a student, such as previews of staff, replace it. */
export const ProgramRunner = createContext(runProgram)
