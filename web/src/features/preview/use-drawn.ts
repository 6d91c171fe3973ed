import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { brokenFile, FileProblem } from './load-file'

/** Draws a file into an element once that is there; what was drawn is let go with the page. */
export function useDrawn(draw: (body: HTMLElement, signal: AbortSignal) => Promise<() => void>) {
  const [state, setState] = useState<'loading' | 'ready'>('loading')
  const [problem, setProblem] = useState<FileProblem | null>(null)
  const abort = useRef<AbortController | null>(null)
  const clean = useRef(() => {})
  const begin = useEffectEvent(async (body: HTMLElement) => {
    abort.current?.abort()
    const own = new AbortController()
    abort.current = own
    try {
      const undo = await draw(body, own.signal)
      if (own.signal.aborted) return undo()
      clean.current = undo
      setState('ready')
    } catch (error) {
      if (!own.signal.aborted) setProblem(error instanceof FileProblem ? error : brokenFile())
    }
  })
  const [body, setBody] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!body) return
    void begin(body)
    return () => {
      abort.current?.abort()
      clean.current()
      clean.current = () => {}
    }
  }, [body])
  return { state, problem, start: setBody }
}
