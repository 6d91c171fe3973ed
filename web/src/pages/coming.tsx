import { navigateBack } from '../router/navigation'
import { usePage } from '../router/page-context'
import { isTab, routeOf } from '../routes'
import { Button } from '../ui/button'
import { Empty } from '../ui/empty'

/** Stands for every page that is not built yet, and says so. */
export default function Coming() {
  const { path } = usePage()
  const route = routeOf(path)
  return (
    <div className="flex min-h-[70vh] flex-col items-center justify-center">
      {route?.nav !== 'bar' && <h1 className="text-19 font-semibold">{route?.title}</h1>}
      <Empty text="建设中，敬请期待">
        {!isTab(path) && (
          <Button kind="line" className="min-w-36" onClick={() => navigateBack()}>
            返回
          </Button>
        )}
      </Empty>
    </div>
  )
}
