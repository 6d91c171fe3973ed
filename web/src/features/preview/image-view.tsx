import { useState } from 'react'
import { FileProblem } from './load-file'
import { showPhotos } from './photos'
import { useFile } from './use-file'
import { FileProblemView, Opening, type ViewProps } from './view-states'

/** Picture; a tap opens it in full screen with zoom. */
export function ImageView({ url, name, onRetry }: ViewProps) {
  // Loaded as a file, because an img element does not report a stalled download.
  const file = useFile(url, async (blob) => URL.createObjectURL(blob), URL.revokeObjectURL)
  const [failed, setFailed] = useState(false)
  if (file.state === 'loading') return <Opening />
  if (file.state === 'failed') return <FileProblemView problem={file.problem} onRetry={onRetry} />
  if (failed)
    return (
      <FileProblemView problem={new FileProblem('图片显示不了，可能已损坏或格式不受支持', true)} onRetry={onRetry} />
    )
  return (
    <button
      type="button"
      aria-label={`放大查看 ${name}`}
      onClick={() => void showPhotos([{ src: file.value, alt: name }], 0)}
      className="mx-auto block rounded-card"
    >
      <img
        src={file.value}
        alt={name}
        onError={() => setFailed(true)}
        className="max-h-[80vh] max-w-full rounded-card bg-(--image-backdrop) object-contain"
      />
    </button>
  )
}
