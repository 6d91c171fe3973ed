import { useState } from 'react'
import { FileProblem } from './load-file'
import { Problem, type ViewProps } from './parts'
import { showPhotos } from './photos'

/** A picture; a tap shows it over the whole screen, to be pulled apart. */
export function ImageView({ url, name, onRetry }: ViewProps) {
  const [failed, setFailed] = useState(false)
  if (failed)
    return <Problem problem={new FileProblem('图片显示不了，可能已损坏或格式不受支持', true)} onRetry={onRetry} />
  return (
    <button
      type="button"
      aria-label={`放大查看 ${name}`}
      onClick={() => void showPhotos([{ src: url, alt: name }], 0)}
      className="mx-auto block rounded-card"
    >
      <img
        src={url}
        alt={name}
        onError={() => setFailed(true)}
        className="max-h-[80vh] max-w-full rounded-card object-contain"
      />
    </button>
  )
}
