import { create } from 'zustand'
import { consoleToken } from './token'

interface ProofState {
  /** Continues (true) or rejects (false) the calls that wait for the proof; null while no call waits. */
  answer: ((proven: boolean) => void) | null
}

/** State of the dialog that asks for a fresh identity proof. */
export const useProof = create<ProofState>()(() => ({ answer: null }))

let asking: Promise<boolean> | null = null
let closedDialogs = 0
let lastAnswer = false

/** Number of proof dialogs closed so far. A call reads this number before it is sent and passes it to `askProof`. */
export const proofsAsked = (): number => closedDialogs

/**
 * Opens one dialog for all calls that wait for a proof. If a dialog was closed after the call was sent
 * (`askedBefore` is lower than the current number), its result is used. Resolves with whether the proof was given.
 */
export function askProof(askedBefore: number): Promise<boolean> {
  if (!asking && closedDialogs > askedBefore) return Promise.resolve(lastAnswer)
  asking ??= new Promise<boolean>((resolve) => useProof.setState({ answer: resolve })).then((proven) => {
    asking = null
    closedDialogs += 1
    lastAnswer = proven
    useProof.setState({ answer: null })
    return proven
  })
  return asking
}

// If the session ends or another one begins, the waiting calls belong to the old session and are rejected.
consoleToken.subscribe(() => useProof.getState().answer?.(false))
