import { create } from 'zustand'
import { consoleToken } from './token'

interface ProofState {
  /** Resolves the calls that wait; null while none does. */
  answer: ((proven: boolean) => void) | null
}

/** State of the dialog that asks for a fresh proof. */
export const useProof = create<ProofState>()(() => ({ answer: null }))

let asking: Promise<boolean> | null = null

/** Asks once, however many calls wait for it. Resolves with whether the proof was given. */
export function askProof(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => useProof.setState({ answer: resolve })).finally(() => {
    asking = null
    useProof.setState({ answer: null })
  })
  return asking
}

// The session ended or another one began: the waiting calls belong to neither.
consoleToken.subscribe(() => useProof.getState().answer?.(false))
