/** Escapes the wildcards of SQL `like`, so that typed text is matched literally. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
