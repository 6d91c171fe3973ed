/** Calls of the specification that are not implemented yet. A test ensures that this list only shrinks. */
export const pending: readonly string[] = []
