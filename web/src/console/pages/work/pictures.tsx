import ZoomIn from 'lucide-react/icons/zoom-in'
import { useState } from 'react'
import { useDialog } from '../../../ui/use-dialog'

interface PictureProps {
  url: string
  label: string
  className: string
}

/** Thumbnail. A click opens the picture; a click on the opened picture doubles its size. */
export function PictureThumbnail({ url, label, className }: PictureProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={`放大${label}`}
        onClick={() => setOpen(true)}
        className={`group relative block overflow-hidden rounded-cover bg-track ${className}`}
      >
        <img src={url} alt={label} className="size-full object-cover" />
        <span className="absolute right-1.5 bottom-1.5 grid size-6.5 place-items-center rounded-full bg-black/60 text-white">
          <ZoomIn size={14} />
        </span>
      </button>
      {open && <Large url={url} label={label} onClose={() => setOpen(false)} />}
    </>
  )
}

function Large({ url, label, onClose }: { url: string; label: string; onClose(): void }) {
  const dialog = useDialog(true, onClose)
  const [doubled, setDoubled] = useState(false)
  return (
    <dialog {...dialog} aria-label={label} className="dialog dialog-full overflow-auto">
      <button
        type="button"
        onClick={() => setDoubled(!doubled)}
        aria-label={doubled ? '缩小' : '放大一倍'}
        className="grid min-h-dvh min-w-full place-items-center"
      >
        <img
          src={url}
          alt={label}
          style={{ width: doubled ? '200vw' : undefined }}
          className={doubled ? 'max-w-none' : 'max-h-dvh max-w-full'}
        />
      </button>
      <button
        type="button"
        onClick={onClose}
        className="fixed top-3 right-3 min-h-11 rounded-full bg-black/70 px-4 text-14 text-white"
      >
        关闭
      </button>
    </dialog>
  )
}
