import { useRef } from 'react'
import { Player } from '../player/player'
import type { VideoHeartbeat } from '../player/use-video-heartbeats'

export interface VideoViewProps {
  url: string
  title: string
  poster?: string | null
  durationSeconds?: number
  startAt?: number
  refresh(): Promise<string>
  onHeartbeat?(heartbeat: VideoHeartbeat): void
}

const nowhere = async () => undefined

/** Player for a video file that is not part of a lesson. */
export function VideoView({
  url,
  title,
  poster,
  durationSeconds = 0,
  startAt = 0,
  refresh,
  onHeartbeat,
}: VideoViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  return (
    // In wide windows the video is no larger than the window, so that the controls are in view.
    <div className="-mx-4 desk:mx-0 desk:max-w-[calc((100dvh-216px)*16/9)] desk:min-w-120">
      <Player
        video={video}
        url={url}
        title={title}
        subtitles={null}
        poster={poster}
        durationSeconds={durationSeconds}
        startAt={startAt}
        autoPlay={false}
        readOffline={nowhere}
        refresh={refresh}
        onHeartbeat={(heartbeat) => onHeartbeat?.(heartbeat)}
      />
    </div>
  )
}
