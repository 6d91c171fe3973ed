import { formatProblem } from '../../text/problems'
import { createRenderer } from '../../text/renderer'
import { PlanError } from './publish'

/** Renders the Markdown of an exam's notice. `file` is named in problems. */
export async function noticeHtml(source: string, file: string): Promise<string> {
  if (source.trim() === '') return ''
  const renderer = createRenderer()
  try {
    const { html, problems } = await renderer.markdown({
      source,
      file,
      curriculum: null,
      chapter: '',
      titled: 'optional',
      previous: [],
    })
    if (problems.length > 0) throw new PlanError(problems.map(formatProblem).join('\n'))
    return html.replace(/ data-p="[^"]*"/g, '').trim()
  } finally {
    await renderer.close()
  }
}
