import { type EpubJob, type RenderedEpub, renderEpub } from './epub/render'
import { type BookPlace, EpubError } from './epub/zip'
import { type MarkdownJob, type RenderedMarkdown, renderMarkdown } from './markdown/render'

export type RenderJob = { kind: 'markdown'; markdown: MarkdownJob } | { kind: 'epub'; epub: EpubJob }
export type RenderAnswer =
  | { ok: true; result: unknown }
  | { ok: false; refused: boolean; place: BookPlace | null; message: string }

export interface Renders {
  markdown: { job: MarkdownJob; result: RenderedMarkdown }
  epub: { job: EpubJob; result: RenderedEpub }
}

export async function answerJob(job: RenderJob): Promise<RenderAnswer> {
  try {
    return { ok: true, result: job.kind === 'markdown' ? await renderMarkdown(job.markdown) : renderEpub(job.epub) }
  } catch (error) {
    return {
      ok: false,
      refused: error instanceof EpubError,
      place: error instanceof EpubError ? error.place : null,
      message: error instanceof EpubError ? error.message : String((error as Error).stack ?? error),
    }
  }
}
