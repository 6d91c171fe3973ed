import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { brokenFile, FileProblem } from './load-file'

/** Renders a file into an element once the element is mounted, and cleans up on unmount. */
export function useDrawn(draw: (body: HTMLElement, signal: AbortSignal) => Promise<() => void>) {
  const [state, setState] = useState<'loading' | 'ready'>('loading')
  const [problem, setProblem] = useState<FileProblem | null>(null)
  const abort = useRef<AbortController | null>(null)
  const clean = useRef(() => {})
  const begin = useEffectEvent(async (body: HTMLElement) => {
    abort.current?.abort()
    const controller = new AbortController()
    abort.current = controller
    try {
      const undo = await draw(body, controller.signal)
      if (controller.signal.aborted) return undo()
      clean.current = undo
      setState('ready')
    } catch (error) {
      if (!controller.signal.aborted) setProblem(error instanceof FileProblem ? error : brokenFile())
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
