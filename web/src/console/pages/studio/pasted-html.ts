import { htmlToMarkdown } from './html-to-markdown'
import { picturesOfRtf } from './rtf-pictures'

/** Text in the place of a picture that the clipboard does not contain, so that its position is not lost. */
export const missingPicture = '（这里有一张图，请在原文里单独复制它再粘贴）'

/**
 * Whether HTML comes from a document or page. HTML of a code editor, marked by `code`, is pasted as plain text instead.
 */
const hasStructure = (html: string) =>
  /<(h[1-6]|p|ul|ol|table|img|b|strong|blockquote|math|pre)\b/i.test(html) && !/vscode|monaco|jetbrains/i.test(html)

export interface Pasted {
  html: string
  rtf: string
  hasFiles: boolean
}

/**
 * Markdown for pasted HTML; null to paste the files or the plain text instead. `upload` returns a placeholder text for
 * a picture during its upload.
 */
export function markdownOfPasted({ html, rtf, hasFiles }: Pasted, upload: (file: File) => string) {
  if (!hasStructure(html)) return null
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  // A copied picture comes as HTML and as a file: the file is used. Word and Excel also add a picture of the whole
  // text, which is ignored.
  if (hasFiles && body.textContent?.trim() === '' && body.querySelector('table, math') === null) return null
  const pictures = /\\pict\b/.test(rtf) ? picturesOfRtf(rtf) : []
  let missing = 0
  const text = htmlToMarkdown(html, (image, at, count) => {
    // The pictures of both texts are matched by their order, so a different number of pictures could mix them up.
    const file = fileOf(image.src) ?? (count === pictures.length ? pictures[at] : null)
    if (file) return upload(file)
    missing++
    return missingPicture
  })
  return { text, missing }
}

/** The picture of a data URL as a file; null for any other address, which the browser may not read. */
function fileOf(url: string): File | null {
  const [, type = '', data] = /^data:(image\/[a-z+.-]+);base64,(.*)$/i.exec(url) ?? []
  if (data === undefined) return null
  try {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
    return new File([bytes], `图.${type.split('/')[1]?.replace('+xml', '') ?? 'png'}`, {
      type,
      lastModified: bytes.length,
    })
  } catch {
    return null
  }
}
