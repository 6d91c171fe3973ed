import FileQuestion from 'lucide-react/icons/file-question-mark'
import { lazy, Suspense, useState } from 'react'
import { bytesText } from '../../ui/bytes-text'
import { DownloadLink } from './download-link'
import { fileKind } from './file-kind'
import { VideoView, type VideoViewProps } from './video-view'
import { Opening } from './view-states'

const views = {
  pdf: lazy(() => import('./pdf-view').then(({ PdfView }) => ({ default: PdfView }))),
  docx: lazy(() => import('./docx-view').then(({ DocxView }) => ({ default: DocxView }))),
  pptx: lazy(() => import('./pptx-view').then(({ PptxView }) => ({ default: PptxView }))),
  sheet: lazy(() => import('./sheet-view').then(({ SheetView }) => ({ default: SheetView }))),
  text: lazy(() => import('./text-view').then(({ TextView }) => ({ default: TextView }))),
  image: lazy(() => import('./image-view').then(({ ImageView }) => ({ default: ImageView }))),
  audio: lazy(() => import('./audio-view').then(({ AudioView }) => ({ default: AudioView }))),
}

export interface PreviewProps {
  url: string
  /** File name; its extension selects the viewer. */
  name: string
  title: string
  mime: string
  bytes: number
  /** Requests a new link, which the parent then passes as `url`. */
  refresh(): Promise<string>
  video?: Pick<VideoViewProps, 'poster' | 'durationSeconds' | 'startAt' | 'onHeartbeat'>
}

/** Shows a file of any supported kind and always offers the download. */
export function FilePreview({ url, name, title, mime, bytes, refresh, video }: PreviewProps) {
  const [attempt, setAttempt] = useState(0)
  const kind = fileKind(name, mime)

  function retry() {
    void refresh().then(
      () => setAttempt((count) => count + 1),
      () => setAttempt((count) => count + 1),
    )
  }

  const View = kind === 'video' || kind === 'unknown' ? null : views[kind]
  return (
    <div className="px-4 pb-8">
      <header className="flex items-center gap-3 py-2">
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-15 font-semibold tablet:sr-only">{title}</h2>
          <p className="truncate text-12 text-ink-3">
            {[name !== title && name, bytes > 0 && bytesText(bytes)].filter(Boolean).join(' · ')}
          </p>
        </div>
        <DownloadLink url={url} name={name} refresh={refresh} />
      </header>
      {kind === 'video' && <VideoView key={attempt} url={url} title={title} refresh={refresh} {...video} />}
      {kind === 'unknown' && <Unknown url={url} name={name} refresh={refresh} />}
      {View && (
        <Suspense fallback={<Opening />}>
          <View key={`${url} ${attempt}`} url={url} name={name} onRetry={retry} />
        </Suspense>
      )}
    </div>
  )
}

function Unknown({ url, name, refresh }: Pick<PreviewProps, 'url' | 'name' | 'refresh'>) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-16 text-center">
      <FileQuestion aria-hidden="true" size={48} strokeWidth={1.4} className="text-ink-3" />
      <p className="text-14 text-ink-2">这种文件不能在这里查看，下载后用其他软件打开</p>
      <DownloadLink url={url} name={name} refresh={refresh} large />
    </div>
  )
}
