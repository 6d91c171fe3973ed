import { create } from 'zustand'
import { consoleToken } from './token'

interface ProofState {
  /** Resolves the calls that wait; null while none does. */
  answer: ((proven: boolean) => void) | null
}

/** State of the dialog that asks for a fresh proof. */
export const useProof = create<ProofState>()(() => ({ answer: null }))

let asking: Promise<boolean> | null = null
let asked = 0
let lastAnswer = false

/** Number of answered questions so far; noted before a call is sent. */
export const proofsAsked = (): number => asked

/**
 * Asks once, however many calls wait for it; a call sent before the last question takes its answer. Resolves with
 * whether the proof was given.
 */
export function askProof(askedBefore: number): Promise<boolean> {
  if (!asking && asked > askedBefore) return Promise.resolve(lastAnswer)
  asking ??= new Promise<boolean>((resolve) => useProof.setState({ answer: resolve })).then((proven) => {
    asking = null
    asked += 1
    lastAnswer = proven
    useProof.setState({ answer: null })
    return proven
  })
  return asking
}

// The session ended or another one began: the waiting calls belong to neither.
consoleToken.subscribe(() => useProof.getState().answer?.(false))
