/** Saves a text as a file in the browser's downloads. */
export function saveFile(name: string, text: string, mime: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mime }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revoked later, because browsers read the URL after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
