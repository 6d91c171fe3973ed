import type { CouponExchange } from '@dxx/contract/calls/coupons'
import { formatDate } from '@dxx/contract/rules/time-from'
import CircleCheck from 'lucide-react/icons/circle-check'
import ScanLine from 'lucide-react/icons/scan-line'
import { type FormEvent, lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { requireMobile } from '../../api/session'
import { useAction } from '../../api/use-action'
import type { CallData } from '../../api/use-call'
import { refreshEntitlements } from '../../features/checkout/ownership'
import { CouponItems } from '../../features/exchange/opened-items'
import { openPage } from '../../router/navigation'
import { usePageQuery } from '../../router/page-query'
import { parsePageUrl } from '../../router/page-url'
import { useDraft } from '../../state/drafts'
import { Button } from '../../ui/button'
import { Cell, CellGroup } from '../../ui/cell'
import { Field } from '../../ui/field'
import { IconButton } from '../../ui/icon-button'
import { Sheet } from '../../ui/sheet'

const Scanner = lazy(async () => ({ default: (await import('../../features/scan/scanner')).Scanner }))

type Preview = CallData<'GET /v1/coupon_bind_curriculum'>

/** `?code=` is a coupon code from a link or a scan; it is looked up at once and redeemed after a confirmation. */
export default function ExchangePage() {
  const [query, changeQuery] = usePageQuery()
  const [code, setCode, clear] = useDraft('exchange-code', '')
  const [scanned, setScanned] = useState(false)
  const [scanning, setScanning] = useState(false)
  const [problem, setProblem] = useState('')
  const [preview, setPreview] = useState<Preview | null>(null)
  const [done, setDone] = useState<CouponExchange | null>(null)

  const onError = ({ msg, shown }: { msg: string; shown: boolean }) => {
    setPreview(null)
    if (!shown) setProblem(msg)
  }
  const look = useAction('GET /v1/coupon_bind_curriculum', { onDone: setPreview, onError })
  function finish(exchange: CouponExchange) {
    clear()
    setPreview(null)
    setDone(exchange)
    void refreshEntitlements()
  }
  const typed = useAction('POST /v1/coupon_exchange', { onDone: finish, onError })
  const byScan = useAction('POST /v1/coupon_exchange_scan', { onDone: finish, onError })

  function lookUp(text: string) {
    setProblem('')
    setDone(null)
    if (text.trim() === '') return setProblem('请输入兑换码')
    if (!requireMobile()) void look.run({ code: text })
  }

  const take = useEffectEvent((text: string) => {
    setCode(text)
    setScanned(true)
    // Removes the code from the URL: a reload must not look it up again, because the user may have typed another code.
    changeQuery({ code: undefined })
    lookUp(text)
  })
  useEffect(() => {
    if (query.code) take(query.code)
  }, [query.code])

  function submit(event: FormEvent) {
    event.preventDefault()
    lookUp(code)
  }

  function opened(url: string) {
    const { path, search } = parsePageUrl(url)
    if (path === 'pages/exchange/index') changeQuery({ code: new URLSearchParams(search).get('code') ?? undefined })
    else void openPage(url)
  }

  return (
    <div className="text-column space-y-3 px-4 pt-2 pb-10">
      <form noValidate onSubmit={submit} className="space-y-4 rounded-card bg-card p-4">
        <Field
          label="兑换码"
          placeholder="输入卡片上的兑换码"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={64}
          value={code}
          onChange={(text) => {
            setProblem('')
            setScanned(false)
            setCode(text)
          }}
          error={problem || undefined}
          hint="不分大小写，空格和短横线可以不输"
          right={
            <IconButton label="扫一扫" onClick={() => setScanning(true)} className="-mr-3">
              <ScanLine aria-hidden="true" size={22} strokeWidth={1.8} />
            </IconButton>
          }
        />
        <Button type="submit" block loading={look.running}>
          兑换
        </Button>
      </form>
      {done && <Done exchange={done} />}
      <CellGroup>
        <Cell title="兑换记录" href="#/pages/exchange/record" />
        <Cell title="我的优惠券" href="#/pages/my/coupons" />
      </CellGroup>
      <PreviewSheet
        preview={preview}
        running={typed.running || byScan.running}
        onClose={() => setPreview(null)}
        onConfirm={() => void (scanned ? byScan.run({ text: code }) : typed.run({ code }))}
      />
      {scanning && (
        <Suspense fallback={null}>
          <Scanner open={opened} onClose={() => setScanning(false)} />
        </Suspense>
      )}
    </div>
  )
}

interface PreviewSheetProps {
  preview: Preview | null
  running: boolean
  onClose(): void
  onConfirm(): void
}

function PreviewSheet({ preview, running, onClose, onConfirm }: PreviewSheetProps) {
  // Keeps the last preview, so that the content stays visible while the dialog closes.
  const [shown, setShown] = useState(preview)
  if (preview && preview !== shown) setShown(preview)
  return (
    <Sheet
      open={preview !== null}
      onClose={onClose}
      title="确认兑换"
      footer={
        <>
          <Button kind="plain" className="flex-1" onClick={onClose}>
            取消
          </Button>
          <Button kind="amber" className="flex-1" loading={running} onClick={onConfirm}>
            确认兑换
          </Button>
        </>
      }
    >
      {shown && (
        <div className="space-y-4">
          <p className="text-14 text-ink-2">
            <span className="font-semibold text-ink">{shown.title}</span> 可以开通下面的内容，一个码只能用一次，
            {formatDate(shown.expiresAt)} 前有效。
          </p>
          <CouponItems items={shown.items} />
        </div>
      )}
    </Sheet>
  )
}

function Done({ exchange }: { exchange: CouponExchange }) {
  return (
    <section role="status" className="space-y-4 rounded-card bg-card p-4">
      <h2 className="flex items-center gap-2 text-17 font-bold">
        <CircleCheck aria-hidden="true" size={22} className="text-success" />
        兑换成功
      </h2>
      <CouponItems items={exchange.items} opened />
    </section>
  )
}
