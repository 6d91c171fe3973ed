import { callApi } from '../api/client'
import { connectProbe } from '../state/reachability'
import { pageModules } from './page-modules'
import '../styles/index.css'
import './frame/boot.css'
import { timing } from '@dxx/contract/rules/constants'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { silentKey } from '../api/error-effects'
import { loadSwitches } from '../api/load-switches'
import { connectNavigation } from '../api/navigation'
import { startSession } from '../api/session'
import { nativeShell } from '../platform/app'
// Importing this module records the entry URL, so that it must run before the URL changes.
import { isInWechat } from '../platform/wechat'
import { getCurrentPage, navigateTo, openLoginPage, startRouter } from '../router/navigation'
import { readOauthValue } from '../router/oauth-values'
import { parsePageUrl } from '../router/page-url'
import { routeOf } from '../router/routes'
import { applyTheme } from '../ui/theme'
import { StudentApp } from './app'
import { sendFirstCalls } from './first-calls'
import { loadPage } from './page-loader'

/** Delay in milliseconds, so that the first page's requests come first. */
const laterAfter = 4000

if (/[?&](code|ticket|state)=/.test(location.search))
  import('../router/oauth-callback')
    .then(({ takeOauthCallback }) => takeOauthCallback(location))
    .catch(() => null)
    // Navigates instead of calling replaceState, because WeChat's browser must see a URL without the code.
    .then((callback) => (callback ? location.replace(callback) : start()))
else if (location.hash.startsWith('#launch='))
  import('../features/account/lti-launch')
    .then(({ openLtiLaunch }) => openLtiLaunch())
    .catch(() => {})
    .then(start)
else if (readOauthValue(silentKey))
  import('../features/account/silent-login')
    .then(({ loginSilently }) => loginSilently())
    .catch(() => false)
    .then((left) => left || start())
else start()

function start(): void {
  applyTheme()
  connectNavigation({
    toLogin: (url) => void openLoginPage(parsePageUrl(url)),
    navigateTo: (url) => void navigateTo(url),
    reload: () => location.reload(),
  })
  startRouter(pageModules, () => void import('./modal-hosts').catch(() => {}))
  startSession()
  if (nativeShell()) void import('../features/native-app/follow-shell').then(({ followShell }) => followShell())
  connectProbe(() => import('../api/probe'))
  if (isInWechat()) startWechat()
  void firstPage().then(() => {
    const root = createRoot(document.getElementById('root')!)
    // Renders as a transition, which React splits into slices; rendering the whole app at once blocks a slow phone.
    startTransition(() =>
      root.render(
        <StrictMode>
          <StudentApp />
        </StrictMode>,
      ),
    )
    // Loaded early, because an app store reviewer must not see content that is about to be hidden.
    void loadSwitches()
  })
  setTimeout(startRest, laterAfter)
  // A focused field may open an on-screen keyboard; the code that scrolls the field above it is loaded here.
  addEventListener('focusin', startRest, { once: true })
}

function startWechat(): void {
  // Hides the page's own title bar.
  document.documentElement.dataset.wechat = ''
  import('../platform/wechat-sdk')
    .then(({ connectSignature }) => connectSignature((url) => callApi('POST /v130/jssdk_signature', { web_url: url })))
    .catch(() => {})
  import('../features/share/follow-pages').then(({ followPages }) => followPages()).catch(() => {})
}

let restStarted = false

function startRest(): void {
  if (restStarted) return
  restStarted = true
  import('./start-deferred').then(
    ({ startDeferred }) => startDeferred(),
    () => {
      restStarted = false
      addEventListener('online', startRest, { once: true })
    },
  )
}

/** Resolves when the first page's code is loaded or the loading view is due; until then the skeleton stays. */
async function firstPage(): Promise<void> {
  const { path, search } = getCurrentPage()
  const route = routeOf(path)
  sendFirstCalls(path, search)
  const late = new Promise<void>((resolve) => setTimeout(resolve, timing.loadingViewDelay))
  if (route) await Promise.race([loadPage(route).catch(() => {}), late])
}
