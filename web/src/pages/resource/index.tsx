import ChevronRight from 'lucide-react/icons/chevron-right'
import Lock from 'lucide-react/icons/lock'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ApiError } from '../../api/error'
import { useAction } from '../../api/use-action'
import { type CallData, useCall } from '../../api/use-call'
import { CoverOf } from '../../features/catalogue/cover-of'
import { curriculumKinds, detailsHref } from '../../features/catalogue/kinds'
import { resourceHref, resourceIcons, resourceKinds, resourceSize } from '../../features/reader/body/resource-card'
import { curriculumShareCard, useShareCard } from '../../features/share/share-card'
import { redirectTo, switchTab } from '../../router/navigation'
import { usePageTitle } from '../../router/page-context'
import { usePageQuery } from '../../router/page-query'
import { pageUrl, parsePageUrl } from '../../router/page-url'
import { homePath, isTab } from '../../router/routes'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Skeleton } from '../../ui/skeleton'
import { Tag } from '../../ui/tag'

/** Target of a printed code (`?qrcode=`), an encrypted link (`?param=`) or an internal link (`?id=`). */
export default function ResourcePage() {
  const [{ qrcode, param, id }] = usePageQuery()
  if (qrcode) return <Printed key={qrcode} call="POST /v130/code2id" code={qrcode} />
  if (param) return <Printed key={param} call="POST /v130/param_decrypt" code={param} />
  if (id) return <Resource key={id} id={id} />
  return <Unknown msg="请扫描书上的二维码打开学习资源" />
}

type Lookup = 'POST /v130/code2id' | 'POST /v130/param_decrypt'

function Printed({ call, code }: { call: Lookup; code: string }) {
  const [opened, setOpened] = useState<CallData<Lookup> | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const { run } = useAction(call, { onDone: take, onError: setError })

  function take(data: CallData<Lookup>) {
    const { path } = parsePageUrl(data.link)
    if (path === 'pages/resource/index') return setOpened(data)
    if (isTab(path)) void switchTab(`/${data.link}`)
    else redirectTo(`/${data.link}`)
  }

  const look = useEffectEvent(() => {
    setError(null)
    void run(call === 'POST /v130/code2id' ? { code } : { param: code })
  })
  useEffect(() => look(), [])

  if (opened) {
    const id = new URLSearchParams(parsePageUrl(opened.link).search).get('id')
    if (id) return <Resource id={id} />
  }
  if (error && !error.shown) {
    return error.decided ? (
      <Unknown msg={error.msg} code={code} />
    ) : (
      <Empty type="error" text={error.msg} onRetry={() => look()} />
    )
  }
  return <Waiting />
}

/** Resource with its book. A tap opens the resource, or the book if the resource is locked. */
function Resource({ id }: { id: string }) {
  const { data, error, refetch } = useCall('GET /v1/textbooks_resource_card', { id })
  usePageTitle(data?.title)
  useShareCard(curriculumShareCard(data?.curriculum, data?.title))
  if (!data) {
    if (!error) return <Waiting />
    if (error.decided) return <Unknown msg={error.msg} />
    return <Empty type="error" text={error.msg} onRetry={() => void refetch()} />
  }
  const { title, kind, name, locked, curriculum, chapterTitle } = data
  const Icon = locked ? Lock : resourceIcons[kind]
  return (
    <div className="side-by-side px-4 pt-2 pb-10">
      <section className="rounded-card bg-card p-5 text-center">
        <span className="mx-auto grid size-18 place-items-center rounded-card bg-teal-soft text-teal">
          <Icon aria-hidden="true" size={34} strokeWidth={1.6} />
        </span>
        <h2 className="mt-4 text-19 font-bold break-words tablet:sr-only">{title}</h2>
        <p className="mt-1 text-13 text-ink-2">
          {[resourceKinds[kind], resourceSize(data)].filter(Boolean).join(' · ')}
        </p>
        {name && name !== title && <p className="text-12 break-all text-ink-3">{name}</p>}
        <p className="mt-2">
          <Tag tone={locked ? 'amber' : 'green'}>{locked ? '购买后可看' : '可以打开'}</Tag>
        </p>
        <a
          href={locked ? detailsHref(curriculum) : resourceHref(data, curriculum.id)}
          className={`${buttonClass('primary', 'large', true)} mt-5`}
        >
          {locked ? '去购买' : '打开'}
        </a>
      </section>
      <a href={detailsHref(curriculum)} className="flex items-center gap-3 rounded-card bg-card p-3.5 active:bg-fill">
        <CoverOf item={curriculum} small className="aspect-3/4! w-11 shrink-0 rounded-item" />
        <span className="min-w-0 flex-1">
          <span className="block text-12 text-ink-3">来自{curriculumKinds[curriculum.kind].title}</span>
          <span className="block truncate text-15 font-semibold">{curriculum.title}</span>
          {chapterTitle && <span className="block truncate text-12 text-ink-3">{chapterTitle}</span>}
        </span>
        <ChevronRight aria-hidden="true" size={18} className="shrink-0 text-ink-3" />
      </a>
    </div>
  )
}

function Waiting() {
  return (
    <div aria-hidden="true" className="side-by-side px-4 pt-2">
      <Skeleton className="h-70 rounded-card" />
      <Skeleton className="h-18 rounded-card" />
    </div>
  )
}

/** Checks length and characters of a code, so that only possible coupons get a link to the coupon page. */
const mayBeCoupon = (code: string) => /^[0-9a-z]{12,}$/i.test(code.replace(/[\s-]/g, ''))

function Unknown({ msg, code }: { msg: string; code?: string }) {
  return (
    <Empty text={msg}>
      {code && mayBeCoupon(code) && (
        <a href={`#${pageUrl('pages/exchange/index', { code })}`} className={buttonClass('line')}>
          这是兑换码？去兑换
        </a>
      )}
      <a href={`#/${homePath}`} className={buttonClass('text')}>
        回到首页
      </a>
    </Empty>
  )
}
