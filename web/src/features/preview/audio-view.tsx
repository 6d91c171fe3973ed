import Music from 'lucide-react/icons/music'
import { useState } from 'react'
import { FileProblem } from './load-file'
import { Problem, type ViewProps } from './parts'

export function AudioView({ url, name, onRetry }: ViewProps) {
  const [failed, setFailed] = useState(false)
  if (failed) return <Problem problem={new FileProblem('这段录音播放不了，可能已损坏', true)} onRetry={onRetry} />
  return (
    <div className="mx-auto flex max-w-140 flex-col items-center gap-5 rounded-card bg-card px-5 py-10">
      <span className="grid size-20 place-items-center rounded-card bg-violet-soft text-violet">
        <Music aria-hidden="true" size={36} strokeWidth={1.6} />
      </span>
      <p className="text-center text-15 font-semibold">{name}</p>
      {/* biome-ignore lint/a11y/useMediaCaption: recordings have none */}
      <audio controls preload="metadata" src={url} onError={() => setFailed(true)} className="w-full" />
    </div>
  )
}
