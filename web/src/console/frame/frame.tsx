import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { readStored, writeStored } from '../../state/local-storage'
import { useDesktop, useMedia } from '../../ui/use-media'
import { useShortcut } from '../kit/shortcuts'
import { OfflineBar } from '../kit/states'
import { GradingSender } from '../pages/grading/grading-sender'
import { BottomTabs } from './bottom-tabs'
import { useDesktopNotices } from './desktop-notices'
import { LateOverlay } from './late-overlay'
import { hasAnyPermission, useSignedInStaff } from './me'
import { useOverlays } from './overlays'
import { pages } from './pages'
import { SessionEnd } from './session-end'
import { SideNav } from './side-nav'
import { TopBar } from './top-bar'
import { useWorkCounts } from './work-counts'

const loadPalette = async () => (await import('./palette')).Palette
const loadKeyHelp = async () => (await import('./key-help')).KeyHelp

const foldKey = 'dxx-console-folded'

/** Frame of every page: the top bar, and the navigation on the left or, on phones, tabs at the bottom. */
export function ConsoleFrame({ children }: { children: ReactNode }) {
  const me = useSignedInStaff()
  const desktop = useDesktop()
  const roomy = useMedia('(min-width: 1200px)')
  const [folded, setFolded] = useState(() => readStored(foldKey) === '1')
  const { palette, help, open, close } = useOverlays()
  useDesktopNotices(useWorkCounts())
  const [location] = useLocation()
  const [path, id, part] = location.split('/').filter(Boolean)
  const wide = pages.find((page) => page.path === path)?.isWide?.(id, part) ?? false
  useShortcut('mod+k', '搜索页面、人、考试和订单', () => open('palette'), { group: '常用', everywhere: true })
  useShortcut('?', '全部快捷键', () => open('help'), { group: '常用' })

  const fold = (next: boolean) => {
    setFolded(next)
    writeStored(foldKey, next ? '1' : null)
  }
  return (
    <div className="flex h-dvh flex-col desk:flex-row">
      <a
        href="#content"
        className="sr-only z-50 rounded-item bg-card px-4 py-2 text-primary focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        跳到内容
      </a>
      {desktop && <SideNav folded={folded || wide || !roomy} canUnfold={roomy && !wide} onFold={fold} />}
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <OfflineBar />
        <SessionEnd />
        <TopBar />
        <main
          id="content"
          className="flex min-h-0 flex-1 flex-col gap-3.5 overflow-y-auto px-4 pb-4 desk:px-6 desk:pb-6"
        >
          {children}
        </main>
      </div>
      {!desktop && <BottomTabs />}
      {hasAnyPermission(me, ['exam.grade']) && <GradingSender />}
      {palette && <LateOverlay load={loadPalette} onClose={close} />}
      {help && <LateOverlay load={loadKeyHelp} onClose={close} />}
    </div>
  )
}
