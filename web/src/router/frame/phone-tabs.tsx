import { useState } from 'react'
import { useUnread } from '../../api/use-unread'
import type { RoutePath } from '../../routes'
import { TabBar } from '../../ui/tab-bar'
import { BooksIcon, HomeIcon, MyIcon, StudyIcon } from '../../ui/tab-icons'
import { useDesktop } from '../../ui/use-media'
import { switchTab } from '../navigation'

const tabs = [
  { path: 'pages/index/index', title: '首页', icon: <HomeIcon /> },
  { path: 'pages/books/index', title: '书城', icon: <BooksIcon /> },
  { path: 'pages/study/index', title: '学习', icon: <StudyIcon /> },
  { path: 'pages/my/index', title: '我的', icon: <MyIcon /> },
] satisfies { path: RoutePath; [rest: string]: unknown }[]

/** Each tab page has its own, so that it is covered and uncovered together with its page. Desktop has the top bar. */
export function PhoneTabs({ current }: { current: string }) {
  const desktop = useDesktop()
  const unread = useUnread()?.total ?? 0
  const [chosen, setChosen] = useState<string | null>(null)
  if (desktop) return null
  // A slow phone takes a tenth of a second to bring out a page: the tap is answered first, by a frame that is shown.
  function select(path: string) {
    setChosen(path)
    const bringOut = () => {
      setChosen(null)
      void switchTab(`/${path}`)
    }
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(bringOut)))
  }
  const items = tabs.map((tab) => (tab.path === 'pages/my/index' ? { ...tab, unread } : tab))
  return (
    <div data-tab-bar>
      <TabBar items={items} current={chosen ?? current} onSelect={select} />
    </div>
  )
}
