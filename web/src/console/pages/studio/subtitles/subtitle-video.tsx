import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { Trouble } from '../../../../features/player/attachment'
import { attach } from '../../../../features/player/source'
import { useStaffCall } from '../../../api/hooks'
import { Failure } from '../../../kit/states'

export interface VideoHandle {
  /** Current time in milliseconds. */
  time(): number
  seek(ms: number): void
  toggle(): void
}

interface SubtitleVideoProps {
  id: string
  path: string
  /** Text shown over the picture. */
  caption: string
  onTime(ms: number): void
  onDuration(ms: number): void
  ref: Ref<VideoHandle>
}

const troubles: Record<Trouble, string> = {
  expired: '链接过期了，请刷新这一页',
  network: '视频没有载入，请检查网络',
  broken: '这个视频在浏览器里放不了，字幕仍然可以编辑',
}

/** The lesson's video beside its subtitles: shows the chosen cue and reports its time to the list. */
export function SubtitleVideo({ id, path, caption, onTime, onDuration, ref }: SubtitleVideoProps) {
  const { data, error, refetch } = useStaffCall(
    'GET /staff/v1/studio_media',
    { id, path },
    { staleTime: Number.POSITIVE_INFINITY },
  )
  const video = useRef<HTMLVideoElement>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  useImperativeHandle(ref, () => ({
    time: () => Math.round((video.current?.currentTime ?? 0) * 1000),
    seek: (ms) => {
      if (video.current) video.current.currentTime = ms / 1000
    },
    toggle: () => {
      if (video.current?.paused) void video.current.play().catch(() => {})
      else video.current?.pause()
    },
  }))
  const url = data?.url
  useEffect(() => {
    const element = video.current
    if (!element || !url) return
    setTrouble(null)
    const source = attach(element, {
      url,
      startAt: 0,
      readOffline: async () => undefined,
      onLevels: () => {},
      onTrouble: setTrouble,
    })
    return () => void source.then(({ detach }) => detach())
  }, [url])
  if (error) return <Failure error={error} noun="视频" onRetry={() => void refetch()} />
  return (
    <div className="relative overflow-hidden rounded-card bg-black">
      {/* biome-ignore lint/a11y/useMediaCaption: the subtitles being edited are drawn over the picture */}
      <video
        ref={video}
        controls
        playsInline
        aria-label="这一课的视频"
        className="block aspect-video w-full"
        onTimeUpdate={(event) => onTime(Math.round(event.currentTarget.currentTime * 1000))}
        onSeeking={(event) => onTime(Math.round(event.currentTarget.currentTime * 1000))}
        onLoadedMetadata={(event) => {
          const { duration } = event.currentTarget
          if (Number.isFinite(duration)) onDuration(Math.round(duration * 1000))
        }}
      />
      {caption && (
        <p
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-3 bottom-14 mx-auto w-fit rounded-item bg-black/75 px-2.5 py-1 text-center text-14 whitespace-pre-line text-white"
        >
          {caption}
        </p>
      )}
      {trouble && (
        <p role="alert" className="bg-danger-soft px-3 py-2 text-danger">
          {troubles[trouble]}
        </p>
      )}
    </div>
  )
}
