import { withTimeLimit } from './time-limit'

interface DownloadOptions {
  signal?: AbortSignal
  /** Throws for an unwanted response, before its body is read. */
  check(response: Response): void
  onProgress?(bytes: number, total: number): void
}

/** Downloads a file; throws a time-out error after 60 s without data. */
export function download(url: string, { signal, check, onProgress }: DownloadOptions): Promise<Blob> {
  return withTimeLimit(signal, async (limited, onByte) => {
    const response = await fetch(url, { signal: limited })
    onByte()
    check(response)
    const type = response.headers.get('content-type') ?? ''
    const total = Number(response.headers.get('content-length'))
    const reader = response.body?.getReader()
    const pieces: BlobPart[] = []
    for (let bytes = 0; reader; ) {
      const { done, value } = await reader.read()
      if (done) break
      onByte()
      pieces.push(value as Uint8Array<ArrayBuffer>)
      bytes += value.length
      onProgress?.(bytes, total)
    }
    return new Blob(pieces, { type })
  })
}

/** Requests the first byte of a file, to check its link. Throws a time-out error after 60 s. */
export function probeFile(url: string): Promise<{ status: number; ok: boolean }> {
  return withTimeLimit(undefined, async (signal) => {
    const { status, ok } = await fetch(url, { headers: { range: 'bytes=0-0' }, cache: 'no-store', signal })
    return { status, ok }
  })
}
