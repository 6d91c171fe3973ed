/** Escapes the wildcards of `like`, so that typed text is matched as it is. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
