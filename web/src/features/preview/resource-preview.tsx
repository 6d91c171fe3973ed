import ExternalLink from 'lucide-react/icons/external-link'
import { useEffect } from 'react'
import { callApi } from '../../api/client'
import { needsPurchase } from '../../api/error'
import { type CallData, useCall } from '../../api/use-call'
import { usePageTitle } from '../../router/page-context'
import { pageUrl } from '../../router/page-url'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Skeleton } from '../../ui/skeleton'
import { detailsHref, studyHref } from '../catalogue/kinds'
import { sendHeartbeat, sendPendingHeartbeats } from '../heartbeats/heartbeats'
import type { VideoHeartbeat } from '../player/use-video-heartbeats'
import { curriculumShareCard, useShareCard } from '../share/share-card'
import { FilePreview } from './preview'

type ResourceInfo = CallData<'GET /v1/textbooks_resource_info'>

/** Preview of a course or book resource, by its id. */
export function ResourcePreview({ id }: { id: string }) {
  // Never cached: the link expires, and the position may have changed.
  const { data, error, refetch } = useCall('GET /v1/textbooks_resource_info', { id }, { fresh: true })
  usePageTitle(data?.title)
  useShareCard(curriculumShareCard(data?.curriculum, data?.title))
  useEffect(() => void sendPendingHeartbeats(), [])
  if (data) return <Found resource={data} refetch={refetch} />
  if (!error) return <Waiting />
  if (needsPurchase(error)) return <Empty text="购买后就能打开这份资料" />
  if (error.decided) return <Empty text={error.msg} />
  return <Empty type="error" text={error.msg} onRetry={() => void refetch()} />
}

function Found({ resource, refetch }: { resource: ResourceInfo; refetch(): Promise<boolean> }) {
  const { id, title, name, mime, bytes, url, kind, locked, curriculum, chapterId } = resource
  if (locked || !url) {
    return (
      <Empty text="购买后就能打开这份资料">
        <a href={detailsHref(curriculum)} className={buttonClass()}>
          看看《{curriculum.title}》
        </a>
      </Empty>
    )
  }
  if (kind === 'link') return <WebLink title={title} url={url} />

  function heartbeat({ session, seconds, at, second }: VideoHeartbeat) {
    // Only textbooks count time on resources; a lesson counts only its own video.
    if (curriculum.kind !== 'textbook') return
    void sendHeartbeat('POST /v1/textbooks_speed', {
      id: curriculum.id,
      chapterId,
      session,
      seconds,
      at,
      resource: { id, second },
    })
  }

  return (
    <>
      <FilePreview
        url={url}
        name={name || title}
        title={title}
        mime={mime}
        bytes={bytes}
        refresh={async () => {
          const again = await callApi('GET /v1/textbooks_resource_info', { id })
          void refetch()
          if (!again.url) throw new Error('locked meanwhile')
          return again.url
        }}
        video={{
          poster: resource.poster,
          durationSeconds: resource.durationSeconds,
          startAt: resource.seconds,
          onHeartbeat: heartbeat,
        }}
      />
      <p className="px-4 pb-12 text-13 text-ink-3">
        来自
        <a href={chapterId ? studyHref(curriculum, chapterId) : detailsHref(curriculum)} className="tap text-primary">
          《{curriculum.title}》{resource.chapterTitle}
        </a>
      </p>
    </>
  )
}

/** Link entered by an author; only http and https are allowed. */
function WebLink({ title, url }: { title: string; url: string }) {
  const safe = /^https?:\/\//i.test(url)
  return (
    <Empty text={safe ? `「${title}」是站外的网页：${new URL(url).host}` : '这个链接打不开'}>
      {safe && (
        <>
          <a href={`#${pageUrl('pages/webview/index', { url, title })}`} className={`${buttonClass()} min-w-36`}>
            打开网页
          </a>
          <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass('text')}>
            <ExternalLink aria-hidden="true" size={16} />
            在浏览器打开
          </a>
        </>
      )}
    </Empty>
  )
}

function Waiting() {
  return (
    <div aria-hidden="true" className="space-y-3 px-4 pt-2">
      <Skeleton className="h-10 w-2/3" />
      <Skeleton className="h-[60vh] rounded-card" />
    </div>
  )
}
