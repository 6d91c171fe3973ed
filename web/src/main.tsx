import './styles/index.css'
import './router/frame/boot.css'
// Notes the address of entry, which must happen before anything changes it.
import './platform/wechat'
import { timing } from '@dxx/contract/rules/constants'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { connectNavigation } from './api/navigation'
import { App } from './app'
import { shell } from './platform/app'
import { takeOauthCallback } from './platform/oauth-callback'
import { current, navigateTo, startRouter, toLogin } from './router/navigation'
import { loadPage } from './router/page-loader'
import { parsePlace } from './router/place'
import { routeOf } from './routes'
import { startSession } from './state/session'
import { applyTheme } from './ui/theme'

/** The first page's own requests come first, in milliseconds. */
const laterAfter = 4000

const callback = takeOauthCallback(location)
// A real navigation, not replaceState: WeChat's browser must see an address without the code.
if (callback) location.replace(callback)
else start()

function start(): void {
  applyTheme()
  connectNavigation({
    toLogin: (url) => void toLogin(parsePlace(url)),
    navigateTo: (url) => void navigateTo(url),
    reload: () => location.reload(),
  })
  startRouter()
  startSession()
  if (shell()) void import('./features/app-shell/follow-shell').then(({ followShell }) => followShell())
  void firstPage().then(() =>
    createRoot(document.getElementById('root')!).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
  setTimeout(startRest, laterAfter)
}

function startRest(): void {
  import('./later').then(
    ({ startLater }) => startLater(),
    () => addEventListener('online', startRest, { once: true }),
  )
}

/** The skeleton stays until the first page's code is here, or until the loading view would appear; the page tells of failures. */
async function firstPage(): Promise<void> {
  const route = routeOf(current().path)
  const late = new Promise<void>((resolve) => setTimeout(resolve, timing.loadingViewDelay))
  if (route) await Promise.race([loadPage(route).catch(() => {}), late])
}
