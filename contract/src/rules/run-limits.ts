/** Resource limits of one program, for the server's runners and for offline runs in the browser. */
export const runLimits = {
  runMs: 5_000,
  memoryBytes: 128 * 1024 * 1024,
  tables: 20,
  tableRows: 500,
  tableCellChars: 1_000,
} as const
