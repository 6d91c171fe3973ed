import { useEffect, useEffectEvent, useState } from 'react'
import { brokenFile, FileProblem, loadFile } from './load-file'

export type FileState<T> =
  | { state: 'loading' }
  | { state: 'failed'; problem: FileProblem }
  | { state: 'ready'; value: T }

/** Loads and parses a file; any parser error means a broken file. */
export function useFile<T>(
  url: string,
  read: (file: Blob, signal: AbortSignal) => Promise<T>,
  release?: (value: T) => void,
): FileState<T> {
  const [file, setFile] = useState<FileState<T>>({ state: 'loading' })
  const parse = useEffectEvent(read)
  const letGo = useEffectEvent((value: T) => release?.(value))
  useEffect(() => {
    const abort = new AbortController()
    setFile({ state: 'loading' })
    const work = loadFile(url, abort.signal).then((blob) => parse(blob, abort.signal))
    work.then(
      (value) => (abort.signal.aborted ? letGo(value) : setFile({ state: 'ready', value })),
      (error) => {
        if (abort.signal.aborted) return
        setFile({ state: 'failed', problem: error instanceof FileProblem ? error : brokenFile() })
      },
    )
    return () => {
      abort.abort()
      void work.then(letGo, () => {})
    }
  }, [url])
  return file
}
