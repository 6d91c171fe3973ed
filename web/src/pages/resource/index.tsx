import BookOpen from 'lucide-react/icons/book-open'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ApiError } from '../../api/error'
import { useAction } from '../../api/use-action'
import type { Data } from '../../api/use-call'
import { redirectTo, switchTab } from '../../router/navigation'
import { useTitle } from '../../router/page-context'
import { usePageQuery } from '../../router/page-query'
import { pageUrl, parsePlace } from '../../router/place'
import { homePath, isTab } from '../../routes'
import { Button, buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Skeleton } from '../../ui/skeleton'

/** What a printed code (`?qrcode=`), an encrypted link (`?param=`) or a link inside the product (`?id=`) stands for. */
export default function ResourcePage() {
  const [{ qrcode, param, id }] = usePageQuery()
  if (qrcode) return <Printed key={qrcode} call="POST /v130/code2id" code={qrcode} />
  if (param) return <Printed key={param} call="POST /v130/param_decrypt" code={param} />
  if (id) return <Resource id={id} title="学习资源" />
  return <Unknown msg="请扫描书上的二维码打开学习资源" />
}

type Lookup = 'POST /v130/code2id' | 'POST /v130/param_decrypt'

function Printed({ call, code }: { call: Lookup; code: string }) {
  const [opened, setOpened] = useState<Data<Lookup> | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const { run } = useAction(call, { onDone: take, onError: setError })

  function take(data: Data<Lookup>) {
    const { path } = parsePlace(data.link)
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
    const id = new URLSearchParams(parsePlace(opened.link).search).get('id')
    if (id) return <Resource id={id} title={opened.title} />
  }
  if (error && !error.shown) {
    return error.decided ? (
      <Unknown msg={error.msg} code={code} />
    ) : (
      <Empty type="error" text={error.msg} onRetry={() => look()} />
    )
  }
  return (
    <div aria-hidden="true" className="mx-auto max-w-100 space-y-4 px-6 pt-12">
      <Skeleton className="mx-auto size-18 rounded-card" />
      <Skeleton className="mx-auto h-6 w-48" />
      <Skeleton className="h-11.5 rounded-full" />
    </div>
  )
}

function Resource({ id, title }: { id: string; title: string }) {
  useTitle(title)
  return (
    <div className="mx-auto flex max-w-100 flex-col items-center gap-5 px-6 pt-12 text-center">
      <span className="grid size-18 place-items-center rounded-card bg-teal-soft text-teal">
        <BookOpen aria-hidden="true" size={34} strokeWidth={1.6} />
      </span>
      <div>
        <h2 className="text-19 font-bold">{title}</h2>
        <p className="mt-1 text-13 text-ink-3">随书资源</p>
      </div>
      <a
        href={`#${pageUrl('pages/filePreview/index', { resource: id })}`}
        className={buttonClass('primary', 'large', true)}
      >
        打开
      </a>
    </div>
  )
}

/** Long enough to be one, and of the letters that coupons are made of: nobody is sent to try garbage. */
const mayBeCoupon = (code: string) => /^[0-9a-z]{12,}$/i.test(code.replace(/[\s-]/g, ''))

function Unknown({ msg, code }: { msg: string; code?: string }) {
  return (
    <Empty text={msg}>
      {code && mayBeCoupon(code) && (
        <a href={`#${pageUrl('pages/exchange/index', { code })}`} className={buttonClass('line')}>
          这是兑换码？去兑换
        </a>
      )}
      <Button kind="text" onClick={() => void switchTab(`/${homePath}`)}>
        回到首页
      </Button>
    </Empty>
  )
}
