import MarkdownIt from 'markdown-it'
import sanitize from 'sanitize-html'

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false })

/** Markdown as HTML that is safe to show. Raw HTML in the source is shown as text; the sanitiser is the second lock. */
export function renderMarkdown(source: string): string {
  return sanitize(markdown.render(source), {
    allowedTags: [...sanitize.defaults.allowedTags, 'img', 'del'],
    allowedAttributes: {
      a: ['href', 'title'],
      img: ['src', 'alt', 'title'],
      th: ['style'],
      td: ['style'],
      ol: ['start'],
    },
    allowedStyles: { '*': { 'text-align': [/^(left|right|center)$/] } },
    allowedSchemes: ['http', 'https', 'mailto'],
  })
}
