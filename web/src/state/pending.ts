import { readStored, writeStored } from './local-storage'

const slot = 'dxx-outbox'

/** Sets a flag that this device has unsent data, so that pages load the code that sends it. */
export const markPending = (): void => writeStored(slot, '1')

export const mayBePending = (): boolean => readStored(slot) !== null

export const markNonePending = (): void => writeStored(slot, null)
