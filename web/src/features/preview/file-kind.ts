export type FileKind = 'pdf' | 'docx' | 'sheet' | 'pptx' | 'image' | 'text' | 'audio' | 'video' | 'unknown'

const endings: Record<Exclude<FileKind, 'unknown'>, string> = {
  pdf: 'pdf',
  docx: 'docx',
  sheet: 'xlsx xls csv tsv ods',
  pptx: 'pptx',
  image: 'png jpg jpeg gif webp avif svg bmp ico',
  text: 'txt md log json yaml yml xml html htm css js mjs ts tsx jsx py c h cpp hpp java go rs rb php sh sql ini toml vtt srt tex r m ipynb',
  audio: 'mp3 m4a aac ogg oga opus wav flac',
  video: 'mp4 webm m3u8 mov m4v',
}

const byEnding = new Map(
  Object.entries(endings).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind as FileKind] as const)),
)

const endingOf = (name: string) => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Selects the viewer by the file name's extension, otherwise by the type that the server detected. */
export function fileKind(name: string, mime: string): FileKind {
  const known = byEnding.get(endingOf(name))
  if (known) return known
  if (mime === 'application/pdf') return 'pdf'
  const [type] = mime.split('/')
  if (type === 'image' || type === 'audio' || type === 'video' || type === 'text') return type
  return 'unknown'
}
