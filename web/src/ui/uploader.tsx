import { appLimits } from '@dxx/contract/rules/constants'
import Camera from 'lucide-react/icons/camera'
import ImagePlus from 'lucide-react/icons/image-plus'
import RotateCw from 'lucide-react/icons/rotate-cw'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Ring } from './progress-ring'
import { useBlockSubmit } from './use-block-submit'
import { useMedia } from './use-media'

export interface UploaderProps {
  label: string
  /** URLs of the uploaded pictures. */
  value: readonly string[]
  onChange(value: string[]): void
  /** Uploads one file and returns its URL; `progress` receives percent. */
  upload(file: File, progress: (percent: number) => void): Promise<string>
  max?: number
}

interface Pending {
  id: number
  file: File
  preview: string
  percent: number
  failed: boolean
}

let lastId = 0

/**
 * Uploads pictures from the album or the camera, each with progress, retry and removal. The surrounding form is not
 * submitted while a picture is uploading or has failed.
 */
export function Uploader(props: UploaderProps) {
  const { label, value, onChange, max = appLimits.uploadFiles } = props
  const { pending, refused, add, send, drop } = usePendingUploads({ ...props, max })
  const touch = useMedia('(pointer: coarse)')
  const field = useRef<HTMLFieldSetElement>(null)
  const [wasBlocked, setWasBlocked] = useState(false)
  useBlockSubmit(field, pending.length > 0, () => setWasBlocked(true))
  const room = value.length + pending.length < max
  const missing = pending.some(({ failed }) => failed)
    ? '有图片没有传上去，请重新上传或移除后再提交'
    : '图片还在上传，传完再提交'
  return (
    <fieldset ref={field}>
      <legend className="mb-1.5 flex w-full justify-between text-13 text-ink-2">
        {label}
        <span className="tabular-nums text-ink-3">
          {value.length}/{max}
        </span>
      </legend>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(88px,1fr))] gap-2.5">
        {value.map((address, index) => (
          <Tile
            // With the index, because the same URL may occur twice.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={`${index} ${address}`}
            src={address}
            name={`第 ${index + 1} 张图片`}
            onRemove={() => onChange(value.filter((_, place) => place !== index))}
          />
        ))}
        {pending.map((item) => (
          <Tile key={item.id} src={item.preview} name={item.file.name} onRemove={() => drop(item)}>
            {item.failed ? (
              <button
                type="button"
                onClick={() => send(item)}
                className="absolute inset-0 grid place-content-center justify-items-center gap-1 rounded-cover bg-shade text-12 text-white"
              >
                <RotateCw aria-hidden="true" size={18} />
                重新上传
              </button>
            ) : (
              <span className="absolute inset-0 grid place-items-center rounded-cover bg-shade text-white">
                <Ring value={item.percent} label={`${item.file.name} 上传进度`} size={48} />
              </span>
            )}
          </Tile>
        ))}
        {room && (
          <Add icon={<ImagePlus aria-hidden="true" size={24} />} title="选择图片" onAdd={add} multiple={max > 1} />
        )}
        {room && touch && <Add icon={<Camera aria-hidden="true" size={24} />} title="拍照" onAdd={add} camera />}
      </ul>
      <p role="status" className="mt-1 text-12 text-danger">
        {refused || (wasBlocked && pending.length > 0 && missing)}
      </p>
    </fieldset>
  )
}

/** Hook for the uploads in progress, the failed ones, and the reason why files were rejected. */
function usePendingUploads({ value, onChange, upload, max }: UploaderProps & { max: number }) {
  const [pending, setPending] = useState<Pending[]>([])
  const [refused, setRefused] = useState('')
  // A ref, because uploads complete in any order, after other renders, and must be added to the current value.
  const latest = useRef(value)
  const removedIds = useRef(new Set<number>())
  useEffect(() => {
    latest.current = value
  }, [value])

  const patch = (id: number, change: Partial<Pending>) =>
    setPending((list) => list.map((item) => (item.id === id ? { ...item, ...change } : item)))

  function drop(item: Pending) {
    removedIds.current.add(item.id)
    URL.revokeObjectURL?.(item.preview)
    setPending((list) => list.filter(({ id }) => id !== item.id))
  }

  async function send(item: Pending) {
    patch(item.id, { failed: false, percent: 0 })
    try {
      const address = await upload(item.file, (percent) => patch(item.id, { percent }))
      // Ignored if the picture was removed during the upload.
      if (removedIds.current.has(item.id)) return
      latest.current = [...latest.current, address]
      drop(item)
      onChange([...latest.current])
    } catch {
      patch(item.id, { failed: true })
    }
  }

  function add(files: FileList | null) {
    const chosen = [...(files ?? [])]
    const images = chosen.filter((file) => file.type.startsWith('image/'))
    const taken = images.slice(0, Math.max(0, max - value.length - pending.length))
    if (images.length < chosen.length) setRefused('只能上传图片')
    else if (taken.length < images.length) setRefused(`最多上传 ${max} 张图片`)
    else setRefused('')
    const items = taken.map((file) => {
      lastId += 1
      return { id: lastId, file, preview: URL.createObjectURL?.(file) ?? '', percent: 0, failed: false }
    })
    setPending((list) => [...list, ...items])
    for (const item of items) void send(item)
  }

  return { pending, refused, add, send, drop }
}

function Tile({
  src,
  name,
  onRemove,
  children,
}: {
  src: string
  name: string
  onRemove(): void
  children?: ReactNode
}) {
  return (
    <li className="relative aspect-square">
      <img src={src} alt={name} className="absolute inset-0 size-full rounded-cover bg-track object-cover" />
      {children}
      <button
        type="button"
        aria-label={`移除${name}`}
        onClick={onRemove}
        className="absolute -top-2 -right-2 grid size-11 place-items-start justify-items-end rounded-full p-2"
      >
        <span className="grid size-5.5 place-items-center rounded-full bg-toast text-white">
          <X aria-hidden="true" size={14} />
        </span>
      </button>
    </li>
  )
}

interface AddProps {
  icon: ReactNode
  title: string
  onAdd(files: FileList | null): void
  multiple?: boolean
  camera?: boolean
}

function Add({ icon, title, onAdd, multiple, camera }: AddProps) {
  const id = useId()
  return (
    <li>
      <label
        htmlFor={id}
        className="relative grid aspect-square w-full place-content-center justify-items-center gap-1 rounded-cover bg-fill text-12 text-ink-3 active:bg-track has-focus-visible:outline-2 has-focus-visible:outline-focus"
      >
        {icon}
        {title}
        <input
          id={id}
          type="file"
          accept="image/*"
          multiple={multiple}
          capture={camera ? 'environment' : undefined}
          onChange={(event) => {
            onAdd(event.target.files)
            // Allows choosing the same file again.
            event.target.value = ''
          }}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
    </li>
  )
}
