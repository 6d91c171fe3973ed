/** Downloads a text as a file. */
export function saveText(name: string, text: string, type = 'text/plain'): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }))
}

/** Downloads bytes, given in base64, as a file. */
export function saveBase64(name: string, base64: string, type: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  saveBlob(name, new Blob([bytes], { type }))
}

function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revoked later, because some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
