import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { decodeFrame } from './decode'

/** Milliseconds between two decodes, to keep the video smooth. */
const rest = 150

export type CameraState = 'starting' | 'on' | 'refused' | 'missing'

/** Scans camera frames while `wanted` and reports the first code. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  wanted: boolean,
  onCode: (text: string) => void,
): CameraState {
  const [state, setState] = useState<CameraState>('starting')
  const found = useEffectEvent(onCode)

  useEffect(() => {
    if (!wanted) return
    let here = true
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined

    function look() {
      const element = video.current
      const text = element && element.readyState >= 2 ? decodeFrame(element) : null
      if (!here) return
      if (text) found(text)
      else timer = setTimeout(look, rest)
    }

    async function start() {
      // The camera API is missing on plain http and in old web views.
      if (!navigator.mediaDevices?.getUserMedia) return setState('missing')
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
        if (!here || !video.current) return stop()
        video.current.srcObject = stream
        await video.current.play()
        setState('on')
        look()
      } catch (error) {
        if (here) setState((error as DOMException).name === 'NotAllowedError' ? 'refused' : 'missing')
      }
    }

    function stop() {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }

    setState('starting')
    void start()
    return () => {
      here = false
      clearTimeout(timer)
      stop()
    }
  }, [video, wanted])

  return state
}
