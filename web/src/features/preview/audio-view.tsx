import Music from 'lucide-react/icons/music'
import { useEffect, useRef, useState } from 'react'
import { watchData } from '../player/watch-data'
import { FileProblem, noDataProblem } from './load-file'
import { FileProblemView, type ViewProps } from './view-states'

export function AudioView({ url, name, onRetry }: ViewProps) {
  const audio = useRef<HTMLAudioElement>(null)
  const [problem, setProblem] = useState<FileProblem | null>(null)
  useEffect(() => (audio.current ? watchData(audio.current, () => setProblem(noDataProblem())) : undefined), [])
  if (problem) return <FileProblemView problem={problem} onRetry={onRetry} />
  return (
    <div className="mx-auto flex max-w-140 flex-col items-center gap-5 rounded-card bg-card px-5 py-10">
      <span className="grid size-20 place-items-center rounded-card bg-violet-soft text-violet">
        <Music aria-hidden="true" size={36} strokeWidth={1.6} />
      </span>
      <p className="text-center text-15 font-semibold">{name}</p>
      {/* biome-ignore lint/a11y/useMediaCaption: recordings have none */}
      <audio
        ref={audio}
        controls
        preload="metadata"
        src={url}
        onError={() => setProblem(new FileProblem('这段录音播放不了，可能已损坏', true))}
        className="w-full"
      />
    </div>
  )
}
