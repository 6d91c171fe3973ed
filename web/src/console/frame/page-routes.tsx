import CloudAlert from 'lucide-react/icons/cloud-alert'
import Compass from 'lucide-react/icons/compass'
import { Component, type ReactNode, Suspense } from 'react'
import { Link, Redirect, Route, Switch } from 'wouter'
import { ConsoleButton, consoleButtonClass } from '../kit/button'
import { NoPermission, RegionState, TableSkeleton } from '../kit/states'
import { hasAnyPermission, useSignedInStaff } from './me'
import { MorePage } from './more'
import { type ConsolePage, pages } from './pages'
import { whoCanGrant } from './who-can-grant'

/** Renders the page that belongs to the URL. */
export function PageRoutes() {
  const me = useSignedInStaff()
  const first = pages.find(({ permissions, personal }) => !personal && hasAnyPermission(me, permissions))
  return (
    <Switch>
      <Route path="/">
        <Redirect to={`/${first?.path ?? 'account'}`} replace />
      </Route>
      <Route path="/more">
        <MorePage />
      </Route>
      {pages.map((page) => (
        <Route key={page.path} path={`/${page.path}/:id?/:part?`}>
          {({ id, part }) => <Guarded page={page} id={id} part={part} />}
        </Route>
      ))}
      <Route>
        <RegionState
          tone="blue"
          icon={<Compass size={24} />}
          title="没有这个页面"
          text="链接可能写错了，或者页面已经移走"
        >
          <Link href="/" className={consoleButtonClass('line', 'small')}>
            回到首页
          </Link>
        </RegionState>
      </Route>
    </Switch>
  )
}

interface GuardedProps {
  page: ConsolePage
  id: string | undefined
  part: string | undefined
}

function Guarded({ page, id, part }: GuardedProps) {
  const me = useSignedInStaff()
  if (!hasAnyPermission(me, page.permissions)) {
    return (
      <NoPermission noun={page.title} text={whoCanGrant(page.permissions)}>
        <Link href="/" className={consoleButtonClass('soft', 'small')}>
          回到首页
        </Link>
      </NoPermission>
    )
  }
  return (
    <PageBoundary key={page.path}>
      <Suspense fallback={<TableSkeleton height={56} />}>
        <page.Page id={id} part={part} />
      </Suspense>
    </PageBoundary>
  )
}

/** Error boundary: if a page fails to load or to render, the frame around it stays usable. */
class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <RegionState
        alert
        tone="red"
        icon={<CloudAlert size={24} />}
        title="页面没有打开"
        text="网络断开，或者管理台刚刚更新过"
      >
        <ConsoleButton kind="line" size="small" onClick={() => location.reload()}>
          刷新页面
        </ConsoleButton>
      </RegionState>
    )
  }
}
