import { child, type XmlElement, xmlNodeText } from './xml'

/** Moodle's question types without a counterpart here, with the reason shown to the author. */
export const unsupportedTypes: Record<string, string> = {
  description: '只有说明文字，没有要回答的内容',
  calculated: '随机参数的计算题',
  calculatedsimple: '随机参数的计算题',
  calculatedmulti: '随机参数的计算题',
  ddimageortext: '拖到图片上的题',
  ddmarker: '在图片上标记的题',
  randomsamatch: '随机匹配题',
}

export type Format = 'html' | 'markdown' | 'plain'
export const formatOf = (element: XmlElement): Format => {
  const { format } = element.attributes
  if (format === 'markdown') return 'markdown'
  if (format === 'plain_text') return 'plain'
  // In the old format `moodle_auto_format` a text may contain HTML.
  const written = xmlNodeText(child(element, 'text') ?? element)
  return format === 'html' || format === undefined || /<\/?[a-z][^<>]*>/i.test(written) ? 'html' : 'plain'
}

/** In `moodle_auto_format` a line break of the author is one of the page, also in HTML, except beside a tag. */
export const linesAsBreaks = (html: string) =>
  /<pre\b/i.test(html)
    ? html
    : html
        .trim()
        .replace(/>\s+</g, '> <')
        .replace(/[\r\n]+(?=<)|(?<=>)[\r\n]+/g, ' ')
        .replace(/\r\n?|\n/g, '<br>')
