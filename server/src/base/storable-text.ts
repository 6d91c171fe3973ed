/** Whether PostgreSQL can store a text: neither NUL nor half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The first `max` characters of a text from another system, without what PostgreSQL cannot store. */
export const storableText = (text: string, max: number): string =>
  text
    .replaceAll('\0', '')
    .toWellFormed()
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$/, '')

/** A text by which another system identifies something; empty if it cannot be stored unchanged. */
export const storableId = (text: string, max: number): string => (text.length <= max && isStorable(text) ? text : '')
