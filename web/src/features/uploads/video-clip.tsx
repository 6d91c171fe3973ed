import { inlineVideo } from '../../platform/inline-video'

/** Short video in a message, played in place. */
export function VideoClip({ url, title }: { url: string; title: string }) {
  return (
    <video
      {...inlineVideo}
      src={url}
      controls
      preload="metadata"
      aria-label={title}
      className="aspect-video w-full rounded-item bg-black object-contain"
    />
  )
}
