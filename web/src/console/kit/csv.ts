/** Quotes a value, with a mark before texts that a spreadsheet would run as a formula. */
const cell = (value: string | number): string => {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as CSV, with the byte order mark by which Excel recognises UTF-8. */
export const csvText = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join()).join('\r\n')}\r\n`
