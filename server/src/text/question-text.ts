import { formulaText } from '@dxx/contract/rules/formula-text'
import { parseHtml, readableText } from './document'

/** Text of a question in one line without markup; formulas as plain text, blanks as underscores. */
export const questionPlainText = (html: string) =>
  parseHtml(html.replace(/<[^>]*\bdata-blank[^>]*>/g, '____').replace(/<\/(p|div|li|pre|tr)>/g, '$& '))
    .children.map(readableText)
    .join('')
    .replace(/\$([^$]*)\$/g, (_, tex: string) => formulaText(tex))
    .replace(/\s+/g, ' ')
    .trim()
