import { usePageTitle } from '../../router/page-context'
import { homePath } from '../../router/routes'
import { notFoundTitle } from '../../router/title'
import { buttonClass } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Empty } from '../../ui/empty'
import { wholePage } from './page-states'

export function NotFound() {
  usePageTitle(notFoundTitle)
  return (
    <div className={wholePage}>
      <h1 className="sr-only">{notFoundTitle}</h1>
      <Empty text="没有找到这个页面，地址可能写错了，或者页面已经下线">
        <a href={`#/${homePath}`} className={cx(buttonClass(), 'min-w-40')}>
          回到首页
        </a>
      </Empty>
    </div>
  )
}
