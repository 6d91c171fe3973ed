import { useScope } from '../../api/use-call'
import { useUnread } from '../../api/use-unread'
import { useShowBook } from '../../features/catalogue/use-show-book'
import { openPage } from '../../router/navigation'
import { isBookPath, type RoutePath } from '../../router/routes'
import type { Page } from '../../router/stack'
import { useStore } from '../../state/store'
import { TopBar } from '../../ui/top-bar'
import { TopSearch } from './top-search'

export { MeMenu } from './me-menu'
export { Trail } from './trail'

const sections = [
  { path: 'pages/index/index', title: '首页' },
  { path: 'pages/books/index', title: '书城' },
  { path: 'pages/study/index', title: '学习' },
  { path: 'pages/bank/index', title: '题库考试' },
  { path: 'pages/ai/index', title: 'AI 助学' },
] satisfies { path: RoutePath; title: string }[]

export function DesktopBar({ page }: { page: Page }) {
  const userinfo = useStore((state) => state.userinfo)
  // After a reload, the session is known before the user info is loaded: shows an empty name meanwhile.
  const user = useScope() === 'guest' ? null : (userinfo ?? { nickname: '' })
  const unread = useUnread()?.total
  const showBook = useShowBook()
  const items = sections.filter(({ path }) => showBook || !isBookPath(path))
  return (
    <TopBar
      {...{ items, unread, user }}
      current={page.path}
      onSelect={(path) => void openPage(`/${path}`)}
      search={<TopSearch page={page} />}
    />
  )
}
