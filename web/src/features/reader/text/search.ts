/** Where words stand in a text, whatever their case. */
export function findWords(text: string, words: string, most = 500): number[] {
  const found: number[] = []
  const wanted = fold(words.trim())
  if (!wanted) return found
  const folded = fold(text)
  for (let at = folded.indexOf(wanted); at >= 0 && found.length < most; at = folded.indexOf(wanted, at + wanted.length))
    found.push(at)
  return found
}

/** Letter by letter, so that no character changes its place: some become two when lowered. */
function fold(text: string): string {
  const lowered = text.toLowerCase()
  return lowered.length === text.length
    ? lowered
    : [...text].map((one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)).join('')
}
