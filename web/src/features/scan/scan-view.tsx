import ImageIcon from 'lucide-react/icons/image'
import X from 'lucide-react/icons/x'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { Spinner } from '../../ui/spinner'
import { useDialog } from '../../ui/use-dialog'
import { decodePhoto } from './decode'
import { useCamera } from './use-camera'

interface ScanViewProps {
  /** Whether the camera may be used; if not, the user can only choose a photo. */
  camera: boolean
  /** Scanned text that is not one of our codes. */
  unknown: string | null
  onCode(text: string): void
  onAgain(): void
  onClose(): void
}

/** Full-screen camera view with a photo picker. */
export function ScanView({ camera, unknown, onCode, onAgain, onClose }: ScanViewProps) {
  const dialog = useDialog(true, onClose)
  const video = useRef<HTMLVideoElement>(null)
  const [reading, setReading] = useState(false)
  const [problem, setProblem] = useState('')
  const looking = camera && unknown === null && !reading
  const state = useCamera(video, looking, onCode)

  async function choose(file: File | undefined) {
    if (!file || reading) return
    setReading(true)
    setProblem('')
    onAgain()
    const text = await decodePhoto(file).catch(() => null)
    setReading(false)
    if (text) onCode(text)
    else setProblem('照片里没有看清二维码，换一张更清楚的试试')
  }

  const live = looking && (state === 'on' || state === 'starting')
  return (
    <dialog {...dialog} aria-label="扫一扫" className="dialog dialog-full">
      <div className="relative size-full">
        {live && (
          <video
            ref={video}
            muted
            playsInline
            aria-label="相机画面"
            className="absolute inset-0 size-full object-cover"
          />
        )}
        {live && (
          <div
            aria-hidden="true"
            className="absolute inset-0 m-auto size-[min(64vw,300px)] rounded-sheet border-2 border-white/90 shadow-[0_0_0_100vmax_#00000073]"
          />
        )}
        <div
          className={cx(
            'absolute inset-x-0 bottom-0 flex flex-col items-center gap-5 px-6 pb-[calc(48px+env(safe-area-inset-bottom))] text-center',
            !live && 'top-0 justify-center',
          )}
        >
          <div role="status" className="max-w-80 space-y-3 text-15">
            {unknown !== null ? (
              <Unknown text={unknown} onAgain={onAgain} />
            ) : reading ? (
              <Spinner className="text-23" />
            ) : (
              <p>{problem || hintOf(camera, state)}</p>
            )}
          </div>
          <PhotoButton onChoose={choose}>
            <ImageIcon aria-hidden="true" size={20} />
            从相册选择
          </PhotoButton>
        </div>
        <div className="pt-safe absolute top-0 left-0 p-2">
          <IconButton label="关闭" onClick={onClose} className="bg-shade">
            <X aria-hidden="true" size={22} />
          </IconButton>
        </div>
      </div>
    </dialog>
  )
}

function hintOf(camera: boolean, state: ReturnType<typeof useCamera>): string {
  if (!camera) return '没有打开相机，可以选一张有二维码的照片'
  if (state === 'refused') return '没有使用相机的权限。可以在系统设置里允许，或选一张照片'
  if (state === 'missing') return '这里用不了相机，可以选一张有二维码的照片'
  return '对准二维码，登录码、兑换码和书上的码都可以'
}

function Unknown({ text, onAgain }: { text: string; onAgain(): void }) {
  return (
    <>
      <p>这不是多享学的码</p>
      <p className="line-clamp-3 text-13 break-all opacity-80">{text}</p>
      <Button onClick={onAgain}>继续扫描</Button>
    </>
  )
}

function PhotoButton({ onChoose, children }: { onChoose(file: File | undefined): void; children: ReactNode }) {
  return (
    <label className="relative inline-flex min-h-11 items-center gap-2 rounded-full bg-white/20 px-6 text-15 has-focus-visible:outline-2 has-focus-visible:outline-white">
      {children}
      <input
        type="file"
        accept="image/*"
        onChange={(event) => {
          onChoose(event.target.files?.[0])
          // Allows choosing the same file again.
          event.target.value = ''
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </label>
  )
}
