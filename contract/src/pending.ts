/** Calls of the specification that are not built yet. A test holds this list: it may only shrink and ends empty. */
export const pending: readonly string[] = []
