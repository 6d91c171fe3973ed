import type { CsMessage } from '@dxx/contract/calls/support'
import { appLimits } from '@dxx/contract/rules/constants'
import { formatDateTime } from '@dxx/contract/rules/time-from'
import ImagePlus from 'lucide-react/icons/image-plus'
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useAction } from '../../api/use-action'
import { invalidateCalls, useCall } from '../../api/use-call'
import { usePagedCall } from '../../api/use-paged-call'
import { usePage } from '../../router/page-context'
import { useDraft } from '../../state/drafts'
import { Album } from '../../ui/album'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Empty } from '../../ui/empty'
import { IconButton } from '../../ui/icon-button'
import { Skeleton } from '../../ui/skeleton'
import { Textarea } from '../../ui/textarea'
import { Uploader } from '../../ui/uploader'
import { type UploadedPicture, usePictures } from '../uploads/use-pictures'
import { VideoClip } from '../uploads/video-clip'
import { VideoField } from '../uploads/video-field'

interface Written {
  text: string
  images: UploadedPicture[]
  /** Missing in drafts of previous versions. */
  videos?: UploadedPicture[]
}

const nothing: Written = { text: '', images: [] }
/** Polling interval while the page is open, in milliseconds. */
const lookEvery = 15_000
/** A message gets a time heading if the previous message is older by more than this many seconds. */
const together = 300

/** Conversation with customer service and the message input. */
export function Conversation() {
  const messages = usePagedCall('GET /v1/cs_messages', { pageSize: 20 })
  const { refresh } = messages
  const { active } = usePage()
  const end = useRef<HTMLDivElement>(null)
  const list = [...messages.list].reverse()
  const newest = list.at(-1)?.id
  // Polls only the newest message, and reloads the list when a new message has arrived.
  const { data: latest, isFetching: looking } = useCall(
    'GET /v1/cs_messages',
    { pageSize: 1 },
    { refetchInterval: lookEvery, enabled: active, staleTime: 0 },
  )
  const arrived = latest?.list[0]?.id
  const read = useAction('POST /v1/cs_read', {
    onDone: () => void invalidateCalls('GET /v1/message_unread', 'GET /v1/message_kinds'),
    onError: () => {},
  })
  const { run: markRead } = read

  // biome-ignore lint/correctness/useExhaustiveDependencies: retries a failed refresh once per poll, not per render
  useEffect(() => {
    if (looking || !arrived || messages.total === undefined) return
    if (!list.some(({ id }) => id === arrived)) void refresh()
  }, [looking, newest])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each message that arrives, not for each render
  useEffect(() => {
    if (active && list.some(({ from }) => from === 'staff')) void markRead({})
  }, [active, newest])
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to each new message
  useLayoutEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [newest])

  return (
    <>
      <div role="log" aria-label="与客服的对话" className="flex-1 space-y-4 py-4">
        {messages.loadState === 'Default' && list.length > 0 && (
          <div className="text-center">
            <Button kind="text" size="small" onClick={messages.loadMore}>
              查看更早的消息
            </Button>
          </div>
        )}
        {list.length > 0 ? (
          list.map((message, index) => (
            <Line
              key={message.id}
              message={message}
              dated={message.createdAt - (list[index - 1]?.createdAt ?? 0) > together}
            />
          ))
        ) : messages.firstPageFailed ? (
          <Empty type="error" text={messages.error?.msg} onRetry={() => refresh()} />
        ) : messages.loadState === 'NoMore' ? (
          <Empty hint="你好，遇到什么问题了？写下来发给我们，客服看到后会尽快回复" />
        ) : (
          <div className="space-y-4">
            <Skeleton className="ml-auto h-12 w-3/5 rounded-card" />
            <Skeleton className="h-16 w-3/5 rounded-card" />
            <Skeleton className="ml-auto h-12 w-2/5 rounded-card" />
          </div>
        )}
      </div>
      <Composer onSent={() => void refresh()} />
      <div ref={end} />
    </>
  )
}

function Line({ message, dated }: { message: CsMessage; dated: boolean }) {
  const isOwn = message.from === 'user'
  return (
    <div>
      {dated && <p className="mb-3 text-center text-12 text-ink-3">{formatDateTime(message.createdAt)}</p>}
      <div className={cx('flex flex-col gap-1.5', isOwn ? 'items-end' : 'items-start')}>
        <span className="sr-only">{isOwn ? '我：' : '客服：'}</span>
        {message.text && (
          <p
            className={cx(
              'max-w-[85%] rounded-card px-3.5 py-2.5 text-15 user-text',
              isOwn ? 'bg-primary text-on-primary' : 'bg-card',
            )}
          >
            {message.text}
          </p>
        )}
        {message.images.length > 0 && (
          <div className="w-60 max-w-[85%]">
            <Album images={message.images.map(({ url }, i) => ({ src: url, alt: `图片 ${i + 1}` }))} />
          </div>
        )}
        {message.videos.map(({ id, url }) => (
          <div key={id} className="w-60 max-w-[85%]">
            <VideoClip url={url} title={isOwn ? '我发的视频' : '客服发的视频'} />
          </div>
        ))}
      </div>
    </div>
  )
}

function Composer({ onSent }: { onSent(): void }) {
  const [written, setWritten, clear] = useDraft('cs', nothing)
  const { images, videos = [] } = written
  const [album, setAlbum] = useState(images.length + videos.length > 0)
  const pictures = usePictures('cs', images, (images) => setWritten((now) => ({ ...now, images })))
  const [problem, setProblem] = useState('')
  const { run, running } = useAction('POST /v1/cs_send', {
    onDone: () => {
      clear()
      setAlbum(false)
      onSent()
    },
    onError: (error) => !error.shown && setProblem(error.msg),
  })
  const empty = !written.text.trim() && images.length + videos.length === 0

  function send(event: FormEvent) {
    event.preventDefault()
    setProblem('')
    if (empty) return
    void run({ text: written.text, images: images.map(({ id }) => id), videos: videos.map(({ id }) => id) })
  }

  return (
    <form
      onSubmit={send}
      className="pb-safe hairline-t sticky bottom-0 -mx-4 bg-card px-4 pt-2 tablet:mx-0 tablet:rounded-t-card"
    >
      <p role="alert" className="text-13 text-danger">
        {problem || pictures.problem}
      </p>
      {/* Hidden instead of removed, because an upload in progress still belongs to the message. */}
      <div hidden={!album}>
        <Uploader label="图片" max={appLimits.albumMax} {...pictures.uploader} />
        <VideoField
          label="视频"
          purpose="cs"
          value={videos}
          onChange={(videos) => setWritten((now) => ({ ...now, videos }))}
        />
      </div>
      <div className="flex items-end gap-1 pb-2">
        <div className="min-w-0 flex-1 [&_textarea]:max-h-40 [&_textarea]:overflow-y-auto">
          <Textarea
            label="给客服留言"
            hideLabel
            placeholder="描述一下你遇到的问题"
            rows={1}
            maxLength={500}
            value={written.text}
            onChange={(text) => setWritten((now) => ({ ...now, text }))}
          />
        </div>
        <IconButton
          label={album ? '收起图片和视频' : '添加图片或视频'}
          aria-expanded={album}
          onClick={() => setAlbum(!album)}
        >
          <ImagePlus aria-hidden="true" size={22} strokeWidth={1.8} />
        </IconButton>
        <Button type="submit" loading={running} disabled={empty}>
          发送
        </Button>
      </div>
    </form>
  )
}
