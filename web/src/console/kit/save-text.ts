/** Lets the browser save a text as a file. */
export function saveText(name: string, text: string, type = 'text/plain'): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }))
}

/** Lets the browser save bytes that a response holds in base64. */
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
  // The download has begun, but some browsers read the file only now.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
