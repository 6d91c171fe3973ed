import { type EpubJob, type RenderedEpub, renderEpub } from './epub/render'
import { type BookPlace, EpubError } from './epub/zip'
import {
  type FragmentJob,
  type MarkdownJob,
  type RenderedFragment,
  type RenderedMarkdown,
  renderFragment,
  renderMarkdown,
} from './markdown/render'

export type RenderJob =
  | { kind: 'markdown'; markdown: MarkdownJob }
  | { kind: 'epub'; epub: EpubJob }
  | { kind: 'fragments'; fragments: FragmentJob[] }
export type RenderAnswer =
  | { ok: true; result: unknown }
  | { ok: false; refused: boolean; place: BookPlace | null; message: string }

export interface Renders {
  markdown: { job: MarkdownJob; result: RenderedMarkdown }
  epub: { job: EpubJob; result: RenderedEpub }
  fragments: { job: FragmentJob[]; result: RenderedFragment[] }
}

export async function answerJob(job: RenderJob): Promise<RenderAnswer> {
  try {
    return { ok: true, result: await render(job) }
  } catch (error) {
    return {
      ok: false,
      refused: error instanceof EpubError,
      place: error instanceof EpubError ? error.place : null,
      message: error instanceof EpubError ? error.message : String((error as Error).stack ?? error),
    }
  }
}

async function render(job: RenderJob): Promise<unknown> {
  if (job.kind === 'markdown') return renderMarkdown(job.markdown)
  if (job.kind === 'epub') return renderEpub(job.epub)
  const results: RenderedFragment[] = []
  for (const fragment of job.fragments) results.push(await renderFragment(fragment))
  return results
}
