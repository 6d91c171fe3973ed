/** Formats that browsers and the importer read; Word writes others, such as WMF, only for old programs. */
const formats: readonly [mark: RegExp, type: string, ending: string][] = [
  [/\\pngblip/, 'image/png', 'png'],
  [/\\jpegblip/, 'image/jpeg', 'jpg'],
]

/** End of the group that starts at a brace. */
function groupEnd(rtf: string, from: number): number {
  const braces = /\\[{}\\]|[{}]/g
  braces.lastIndex = from
  let depth = 0
  for (let found = braces.exec(rtf); found; found = braces.exec(rtf)) {
    if (found[0] === '{') depth++
    else if (found[0] === '}' && --depth === 0) return found.index
  }
  return rtf.length
}

/**
 * Pictures of an RTF text in their order; null for a format that cannot be shown. Only the RTF text contains the
 * pictures: Word's HTML refers to files that the browser may not read.
 */
export function picturesOfRtf(rtf: string): (File | null)[] {
  const pictures: (File | null)[] = []
  const groups = /\{\\(?:nonshppict|pict)(?![a-z])/g
  for (let found = groups.exec(rtf); found; found = groups.exec(rtf)) {
    const end = groupEnd(rtf, found.index)
    groups.lastIndex = end
    if (found[0] === '{\\pict') pictures.push(pictureIn(rtf.slice(found.index, end), pictures.length + 1))
  }
  return pictures
}

function pictureIn(group: string, number: number): File | null {
  const format = formats.find(([mark]) => mark.test(group))
  const hex = /(?:^|[\s}])((?:[\da-f]{2}\s*){16,})$/i.exec(group)?.[1]?.replace(/\s+/g, '')
  if (!format || !hex) return null
  const bytes = new Uint8Array(hex.length / 2)
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16)
  const [, type, ending] = format
  return new File([bytes], `图${number}.${ending}`, { type, lastModified: bytes.length })
}
