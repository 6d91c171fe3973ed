import { readStored, writeStored } from './local-storage'

const slot = 'dxx-outbox'

/** Flags unconfirmed data on this device, so that pages know whether to load the code that sends it. */
export const markPending = (): void => writeStored(slot, '1')

export const mayBePending = (): boolean => readStored(slot) !== null

export const markNonePending = (): void => writeStored(slot, null)
