import { appConstants } from '@dxx/contract/rules/constants'
import { formatDate } from '@dxx/contract/rules/time-from'
import { useCall } from '../../api/use-call'
import { navigateBack } from '../../router/navigation'
import { useLeaveGuard } from '../../router/page-context'
import { toast } from '../../state/flash'
import { Button, buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Logo } from '../../ui/logo'
import { Skeleton } from '../../ui/skeleton'

/** Update page with release notes. It cannot be left if the update is forced. */
export default function AppUpdatePage() {
  const { data, error, isPending, refetch } = useCall(
    'GET /v130/get_new_version',
    { v: appConstants.version },
    { fresh: true },
  )
  useLeaveGuard(data?.force === true, async () => {
    toast('更新后才能继续使用')
    return false
  })
  return (
    <div className="mx-auto flex min-h-[90vh] max-w-110 flex-col items-center justify-center gap-6 px-6 py-10">
      <Logo className="size-18 text-28" />
      {isPending ? (
        <Skeleton className="h-24 w-full" />
      ) : error ? (
        <Empty type="error" text={error.msg} onRetry={() => refetch()} />
      ) : data ? (
        <>
          <div className="text-center">
            <h1 className="text-23 font-bold">发现新版本 {data.version}</h1>
            <p className="mt-1 text-12 text-ink-3">{formatDate(data.publishedAt)} 发布</p>
          </div>
          <ul className="w-full list-disc space-y-1.5 rounded-card bg-card py-4 pr-4 pl-8 text-14 text-ink-2">
            {data.notes
              .split('\n')
              .filter(Boolean)
              .map((note, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two release notes may have the same text
                <li key={index}>{note}</li>
              ))}
          </ul>
          <a
            href={data.url.startsWith('pages/') ? `#/${data.url}` : data.url}
            className={buttonClass('primary', 'large', true)}
          >
            立即更新
          </a>
          {!data.force && (
            <Button kind="text" onClick={() => navigateBack()}>
              以后再说
            </Button>
          )}
        </>
      ) : (
        <>
          <div className="text-center">
            <h1 className="text-23 font-bold">已是最新版本</h1>
            <p className="mt-1 text-13 text-ink-3">当前版本 {appConstants.version}</p>
          </div>
          <Button kind="line" className="min-w-36" onClick={() => navigateBack()}>
            返回
          </Button>
        </>
      )}
    </div>
  )
}
