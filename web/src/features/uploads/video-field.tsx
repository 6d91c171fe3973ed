import type { UploadPurpose } from '@dxx/contract/calls/uploads'
import { timing } from '@dxx/contract/rules/constants'
import Clapperboard from 'lucide-react/icons/clapperboard'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Video from 'lucide-react/icons/video'
import X from 'lucide-react/icons/x'
import { type ReactNode, useId, useRef, useState } from 'react'
import { ApiError } from '../../api/error'
import { IconButton } from '../../ui/icon-button'
import { Progress } from '../../ui/progress'
import { Spinner } from '../../ui/spinner'
import { useBlockSubmit } from '../../ui/use-block-submit'
import { useMedia } from '../../ui/use-media'
import { uploadFile } from './upload'
import type { UploadedPicture } from './use-pictures'
import { VideoClip } from './video-clip'
import { videoProblem } from './video-duration'

interface VideoFieldProps {
  label: string
  purpose: UploadPurpose
  value: readonly UploadedPicture[]
  onChange(videos: UploadedPicture[]): void
}

interface Sending {
  file: File
  percent: number
  failed: boolean
}

/** One video from the album or the camera, at most 60 s, with progress, retry and removal. */
export function VideoField({ label, purpose, value, onChange }: VideoFieldProps) {
  const [sending, setSending] = useState<Sending | null>(null)
  const [checking, setChecking] = useState(false)
  const [problem, setProblem] = useState('')
  const touch = useMedia('(pointer: coarse)')
  // Current file: a removed or replaced upload that completes later must not reappear.
  const current = useRef<File | null>(null)
  const field = useRef<HTMLFieldSetElement>(null)
  useBlockSubmit(field, sending !== null || checking, () =>
    setProblem(sending?.failed ? '视频没有传上去，请重新上传或移除后再提交' : '视频还在上传，传完再提交'),
  )

  async function send(file: File) {
    current.current = file
    const isCurrent = () => current.current === file
    setProblem('')
    setSending({ file, percent: 0, failed: false })
    try {
      const { id, url } = await uploadFile(purpose, file, (percent) => {
        if (isCurrent()) setSending({ file, percent, failed: false })
      })
      if (!isCurrent()) return
      setSending(null)
      setProblem('')
      onChange([{ id, url }])
    } catch (error) {
      if (!isCurrent()) return
      // Offers no retry after a rejection, which would only repeat.
      const decided = error instanceof ApiError && error.decided
      setSending(decided ? null : { file, percent: 0, failed: true })
      if (error instanceof ApiError && !error.shown) setProblem(error.msg)
    }
  }

  async function choose(file: File | undefined) {
    if (!file || checking) return
    setChecking(true)
    const found = await videoProblem(file)
    setChecking(false)
    if (found) setProblem(found)
    else await send(file)
  }

  function remove() {
    current.current = null
    setSending(null)
    setProblem('')
    onChange([])
  }

  const chosen = value[0]
  return (
    <fieldset ref={field}>
      <legend className="mb-1.5 flex w-full justify-between text-13 text-ink-2">
        {label}
        <span className="text-ink-3">最长 {timing.videoMaxSeconds} 秒</span>
      </legend>
      {chosen ? (
        <div className="relative w-60 max-w-full">
          <VideoClip url={chosen.url} title="要发送的视频" />
          <Remove onClick={remove} />
        </div>
      ) : sending ? (
        <div className="flex min-h-11 items-center gap-3 rounded-item bg-fill py-1 pr-1 pl-3">
          <Video aria-hidden="true" size={20} className="shrink-0 text-ink-3" />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-13">{sending.file.name}</span>
            {!sending.failed && <Progress value={sending.percent} label={`${sending.file.name} 上传进度`} />}
          </span>
          {sending.failed && (
            <IconButton label="重新上传视频" onClick={() => void send(sending.file)}>
              <RotateCw aria-hidden="true" size={18} />
            </IconButton>
          )}
          <IconButton label="移除视频" onClick={remove}>
            <X aria-hidden="true" size={18} />
          </IconButton>
        </div>
      ) : (
        <div className="flex gap-2.5">
          <Choose icon={checking ? <Spinner /> : <Clapperboard aria-hidden="true" size={20} />} onChoose={choose}>
            选择视频
          </Choose>
          {touch && (
            <Choose icon={<Video aria-hidden="true" size={20} />} onChoose={choose} camera>
              拍视频
            </Choose>
          )}
        </div>
      )}
      <p role="status" className="mt-1 text-12 text-danger">
        {problem}
      </p>
    </fieldset>
  )
}

function Remove({ onClick }: { onClick(): void }) {
  return (
    <button
      type="button"
      aria-label="移除视频"
      onClick={onClick}
      className="absolute -top-2 -right-2 grid size-11 place-items-start justify-items-end rounded-full p-2"
    >
      <span className="grid size-5.5 place-items-center rounded-full bg-toast text-white">
        <X aria-hidden="true" size={14} />
      </span>
    </button>
  )
}

interface ChooseProps {
  icon: ReactNode
  camera?: boolean
  onChoose(file: File | undefined): void
  children: string
}

function Choose({ icon, camera, onChoose, children }: ChooseProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="relative flex min-h-11 items-center gap-2 rounded-item bg-fill px-4 text-13 text-ink-2 active:bg-track has-focus-visible:outline-2 has-focus-visible:outline-focus"
    >
      {icon}
      {children}
      <input
        id={id}
        type="file"
        accept="video/*"
        capture={camera ? 'environment' : undefined}
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
