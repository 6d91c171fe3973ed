import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { navigateBack, openPage } from '../../router/navigation'
import { pageUrl } from '../../router/page-url'
import { currentPage, type Page } from '../../router/stack'
import { getView, useView } from '../../router/view'
import { subscribeToken } from '../../state/token'
import { IconButton } from '../../ui/icon-button'
import { Spinner } from '../../ui/spinner'
import { allowsMini, closeMini, getMini, type MiniVideo, subscribeMini } from './mini-state'
import { VideoPicture } from './picture'
import { useMediaSession } from './use-media-session'
import { usePlayback } from './use-playback'
import { useVideoHeartbeats } from './use-video-heartbeats'

/** Shows the small player while a lesson plays in it. */
export function MiniHost() {
  const mini = useSyncExternalStore(subscribeMini, getMini)
  const { stack } = useView()
  const { path } = currentPage(stack)
  const allowed = allowsMini(path)
  useEffect(() => {
    if (!allowed) closeMini()
  }, [allowed])
  // After a logout or a change of user the video must not stay visible.
  useEffect(() => subscribeToken(closeMini), [])
  return mini && allowed ? <MiniPlayer key={mini.chapterId} mini={mini} /> : null
}

const studyPath = 'pages/course/study'

/** Opens the lesson: goes back to its page if that page is still in the stack, otherwise opens it again. */
function openLesson({ courseId, chapterId }: MiniVideo): void {
  const { pages } = getView().stack
  const index = pages.findLastIndex((page) => shows(page, courseId))
  if (index >= 0) void navigateBack(pages.length - 1 - index)
  else void openPage(pageUrl(studyPath, { id: courseId, chapter: chapterId }))
}

const shows = ({ path, search }: Page, courseId: string) =>
  path === studyPath && new URLSearchParams(search).get('id') === courseId

/** A small video above the tab bar. A tap on it opens the lesson. */
function MiniPlayer({ mini }: { mini: MiniVideo }) {
  const video = useRef<HTMLVideoElement>(null)
  const playback = usePlayback(video, { ...mini, startAt: mini.second, autoPlay: true })
  const { playing, waiting, ended, failure } = playback
  useVideoHeartbeats(video, mini.onHeartbeat)
  useMediaSession(video, mini)
  useEffect(() => {
    const element = video.current
    if (!element) return
    const move = () => {
      if (element.readyState > 0) mini.second = element.currentTime
    }
    element.addEventListener('timeupdate', move)
    return () => element.removeEventListener('timeupdate', move)
  }, [mini])
  useEffect(() => {
    if (ended || failure) closeMini()
  }, [ended, failure])

  return (
    <section
      aria-label="小窗：正在播放的课"
      className="fixed right-3 bottom-[calc(64px+env(safe-area-inset-bottom))] z-40 w-47 animate-rise overflow-hidden rounded-card bg-black text-white shadow-float motion-reduce:animate-none desk:right-6 desk:bottom-6 desk:w-72"
    >
      <button
        type="button"
        aria-label={`回到 ${mini.title}`}
        onClick={() => openLesson(mini)}
        className="relative block aspect-video w-full -outline-offset-3 focus-visible:outline-white"
      >
        <VideoPicture video={video} title={mini.title} subtitles={null} poster={mini.poster} brightness={1} />
        {waiting && (
          <span className="absolute inset-0 grid place-items-center text-23">
            <Spinner />
          </span>
        )}
      </button>
      <div className="flex items-center">
        <p className="min-w-0 flex-1 truncate pl-3 text-12">{mini.title}</p>
        <IconButton
          label={playing ? '暂停小窗' : '播放小窗'}
          onClick={playback.toggle}
          className="focus-visible:outline-white active:bg-white/20"
        >
          {playing ? <Pause aria-hidden="true" size={18} /> : <Play aria-hidden="true" size={18} />}
        </IconButton>
        <IconButton label="关闭小窗" onClick={closeMini} className="focus-visible:outline-white active:bg-white/20">
          <X aria-hidden="true" size={18} />
        </IconButton>
      </div>
    </section>
  )
}
