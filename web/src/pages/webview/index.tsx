import ExternalLink from 'lucide-react/icons/external-link'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import { useEffect } from 'react'
import { useCall } from '../../api/use-call'
import { checkUrl } from '../../features/webview/url-policy'
import { siteOrigin } from '../../platform/site'
import { navigateBack, reLaunch } from '../../router/navigation'
import { usePage, usePageTitle } from '../../router/page-context'
import { Button, buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Spinner } from '../../ui/spinner'

/** `?url=&title=`: shows allowed sites in a frame, and opens others after a warning. */
export default function WebviewPage() {
  const { query } = usePage()
  const { data, error, refetch } = useCall('GET /v1/get_config', {}, { supporting: true })
  usePageTitle(query.title)
  if (!data) {
    if (error) return <Empty type="error" text={error.msg} onRetry={() => refetch()} />
    return (
      <div role="status" className="grid place-items-center py-20 text-23 text-ink-3">
        <span className="sr-only">正在加载</span>
        <Spinner />
      </div>
    )
  }
  const judged = checkUrl(query.url, data.webHosts, siteOrigin())
  if (judged.kind === 'refused')
    return (
      <Empty text="这个网址打不开，请检查后再试">
        <a href="#/pages/index/index" className={buttonClass('line')}>
          回到首页
        </a>
      </Empty>
    )
  if (judged.kind === 'own') return <OwnPage route={judged.route} />
  if (judged.kind === 'warn') return <Warning url={judged.url} />
  return <Site url={judged.url} title={query.title ?? judged.url.hostname} />
}

/** Opens a page of our own site directly instead of in a frame. */
function OwnPage({ route }: { route: string }) {
  useEffect(() => {
    reLaunch(route)
  }, [route])
  return null
}

const outside = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const

function Site({ url, title }: { url: URL; title: string }) {
  return (
    <div className="flex h-full min-h-[calc(100dvh-44px)] flex-col">
      <div className="flex items-center justify-between gap-3 px-4 text-13 text-ink-3">
        <span className="truncate">{url.hostname}</span>
        <a {...outside} href={url.href} className="flex min-h-11 shrink-0 items-center gap-1 rounded-item text-primary">
          在浏览器打开
          <ExternalLink aria-hidden="true" size={14} />
        </a>
      </div>
      <iframe
        src={url.href}
        title={title}
        sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
        referrerPolicy="no-referrer"
        className="w-full flex-1 border-0 bg-white"
      />
    </div>
  )
}

function Warning({ url }: { url: URL }) {
  return (
    <div className="mx-auto flex max-w-140 flex-col items-center px-6 pt-16 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-amber-soft text-amber">
        <ShieldAlert aria-hidden="true" size={32} strokeWidth={1.8} />
      </span>
      <h2 className="mt-5 text-19 font-bold">即将离开多享学</h2>
      <p className="mt-2 text-14 text-ink-2">
        你要打开的是别人的网站，请留意账号和财产安全，不要在上面输入多享学的密码或验证码。
      </p>
      <p className="mt-4 w-full rounded-item bg-card p-3 text-left text-13 break-all">
        <b>{url.hostname}</b>
        <span className="mt-1 line-clamp-3 text-ink-3">{url.href}</span>
      </p>
      <a {...outside} href={url.href} className={`${buttonClass('line', 'large', true)} mt-6`}>
        继续访问
        <ExternalLink aria-hidden="true" size={16} />
      </a>
      <Button block className="mt-3" onClick={() => navigateBack()}>
        返回
      </Button>
    </div>
  )
}
