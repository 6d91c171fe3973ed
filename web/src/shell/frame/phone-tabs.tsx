import { useState } from 'react'
import { useUnread } from '../../api/use-unread'
import { useShowBook } from '../../features/catalogue/use-show-book'
import { switchTab } from '../../router/navigation'
import { isBookPath, type RoutePath } from '../../router/routes'
import { TabBar } from '../../ui/tab-bar'
import { BooksIcon, HomeIcon, MyIcon, StudyIcon } from '../../ui/tab-icons'
import { useTopBar } from '../../ui/use-media'

const tabs = [
  { path: 'pages/index/index', title: '首页', icon: <HomeIcon /> },
  { path: 'pages/books/index', title: '书城', icon: <BooksIcon /> },
  { path: 'pages/study/index', title: '学习', icon: <StudyIcon /> },
  { path: 'pages/my/index', title: '我的', icon: <MyIcon /> },
] satisfies { path: RoutePath; [rest: string]: unknown }[]

/** Tab bar for phones. Each tab page has a tab bar of its own, so that a page above it covers the bar as well. */
export function PhoneTabs({ current }: { current: string }) {
  const topBar = useTopBar()
  const unread = useUnread()?.total ?? 0
  const showBook = useShowBook()
  const [chosen, setChosen] = useState<string | null>(null)
  if (topBar) return null
  // First renders the mark of the tapped tab, because a slow phone needs 100 ms to show the page.
  function select(path: string) {
    setChosen(path)
    const bringOut = () => {
      setChosen(null)
      void switchTab(`/${path}`)
    }
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(bringOut)))
  }
  const items = tabs
    .filter(({ path }) => showBook || !isBookPath(path))
    .map((tab) => (tab.path === 'pages/my/index' ? { ...tab, unread } : tab))
  return (
    <div data-tab-bar>
      <TabBar items={items} current={chosen ?? current} onSelect={select} />
    </div>
  )
}
