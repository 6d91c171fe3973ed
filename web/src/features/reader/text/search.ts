/** Returns the offsets at which `words` occur in the text, ignoring case. */
export function findWords(text: string, words: string, most = 500): number[] {
  const found: number[] = []
  const wanted = fold(words.trim())
  if (!wanted) return found
  const folded = fold(text)
  for (let at = folded.indexOf(wanted); at >= 0 && found.length < most; at = folded.indexOf(wanted, at + wanted.length))
    found.push(at)
  return found
}

/** Lowercases letter by letter, because some letters become two and would shift the offsets. */
function fold(text: string): string {
  const lowered = text.toLowerCase()
  return lowered.length === text.length
    ? lowered
    : [...text].map((one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)).join('')
}
