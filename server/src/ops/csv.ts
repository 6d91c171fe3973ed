/** One line of a CSV file. A leading = + - @ would be a formula to a spreadsheet, so it is defused. */
export function csvLine(values: readonly (string | number)[]): string {
  return values
    .map((value) => (typeof value === 'string' && /^[=+\-@\t]/.test(value) ? `'${value}` : String(value)))
    .map((value) => (/[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
    .join(',')
}
