import { formatProblem, type Problem } from '../../text/problems'
import { createRenderer } from '../../text/renderer'
import { PlanError } from './publish'

/** Renders the Markdown of an exam's notice and lists its problems. `file` is named in problems. */
async function render(source: string, file: string): Promise<{ html: string; problems: Problem[] }> {
  if (source.trim() === '') return { html: '', problems: [] }
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
    return { html: html.replace(/ data-p="[^"]*"/g, '').trim(), problems }
  } finally {
    await renderer.close()
  }
}

/** Renders the notice of an imported exam; throws PlanError for any problem, because it has no preview. */
export async function noticeHtml(source: string, file: string): Promise<string> {
  const { html, problems } = await render(source, file)
  if (problems.length > 0) throw new PlanError(problems.map(formatProblem).join('\n'))
  return html
}

/** Name of the field in the console. */
const field = '考试须知'

/** Renders the notice of a draft; throws PlanError for errors. Warnings are texts for the author. */
export async function draftNotice(source: string): Promise<{ html: string; warnings: string[] }> {
  const { html, problems } = await render(source, field)
  const lineOf = ({ line, text }: Problem) => `${field}${line > 0 ? `第 ${line} 行` : ''}：${text}`
  const errors = problems.filter(({ level }) => level === 'error')
  if (errors.length > 0) throw new PlanError(errors.map(lineOf).join('\n'))
  return { html, warnings: problems.map(lineOf) }
}
