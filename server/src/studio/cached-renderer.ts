import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Renderer } from '../text/renderer'
import { previewRenderer } from './preview'

/** Maximum of compressed rendered texts that a process caches, in bytes: about five books of 1,000 chapters. */
const mostBytes = 48 * 1024 * 1024

/** Rendered texts by the job that made them, the least recently used first. Ends with the process, so code cannot change. */
const rendered = new Map<string, Buffer>()
let bytes = 0

function remember(key: string, result: unknown): void {
  const packed = gzipSync(serialize(result), { level: 1 })
  if (packed.length > mostBytes / 8) return
  rendered.set(key, packed)
  bytes += packed.length
  for (const [old, { length }] of rendered) {
    if (bytes <= mostBytes) break
    rendered.delete(old)
    bytes -= length
  }
}

function recall<T>(key: string): T | undefined {
  const packed = rendered.get(key)
  if (!packed) return undefined
  rendered.delete(key)
  rendered.set(key, packed)
  return deserialize(gunzipSync(packed)) as T
}

/**
 * Renderer of checks and publications. Does not render unchanged texts again, because publishing one of 1,000 chapters
 * would take minutes. A result depends only on the job, which contains the previously stored paragraphs.
 */
export function cachedRenderer(renderer: Renderer = previewRenderer()): Renderer {
  return {
    markdown: async (job) => {
      const key = createHash('sha256').update(JSON.stringify(job)).digest('base64')
      const known = recall<Awaited<ReturnType<Renderer['markdown']>>>(key)
      if (known) return known
      const result = await renderer.markdown(job)
      remember(key, result)
      return result
    },
    epub: (job) => renderer.epub(job),
    fragment: (job) => renderer.fragment(job),
    // The threads are shared with previews and other publications, so they keep running.
    close: async () => {},
  }
}
