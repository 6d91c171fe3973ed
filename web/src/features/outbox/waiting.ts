import { readStored, writeStored } from '../../ui/stored'

const slot = 'dxx-outbox'

/** Something was written down that the server has not confirmed yet. Pages see by this whether to load what sends it. */
export const noteWaiting = (): void => writeStored(slot, '1')

export const mayWait = (): boolean => readStored(slot) !== null

export const noteEmpty = (): void => writeStored(slot, null)
