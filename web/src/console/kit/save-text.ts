/** Lets the browser save a text as a file. */
export function saveText(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun, but some browsers read the file only now.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
