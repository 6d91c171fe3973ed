/** What one program may use, whoever runs it: a runner of the server, or the browser without a network. */
export const runLimits = {
  runMs: 5_000,
  memoryBytes: 128 * 1024 * 1024,
  tables: 20,
  tableRows: 500,
  tableCellChars: 1_000,
} as const
