import { switchTab } from '../../router/navigation'
import { usePageTitle } from '../../router/page-context'
import { homePath } from '../../router/routes'
import { notFoundTitle } from '../../router/title'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { wholePage } from './page-states'

export function NotFound() {
  usePageTitle(notFoundTitle)
  return (
    <div className={wholePage}>
      <h1 className="sr-only">{notFoundTitle}</h1>
      <Empty text="没有找到这个页面，地址可能写错了，或者页面已经下线">
        <Button className="min-w-40" onClick={() => switchTab(`/${homePath}`)}>
          回到首页
        </Button>
      </Empty>
    </div>
  )
}
