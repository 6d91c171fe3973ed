import { appConstants } from '@dxx/contract/rules/constants'
import { isPublicRoute } from '@dxx/contract/rules/route-guard'
import { getToken, subscribeToken } from '../state/token'
import { endsWalk, isWalking, readMark, recordHistoryStep, walkHistory } from './history'
import { type PageModules, setPageModules } from './page-modules'
import { formatPageUrl, isSamePage, type PageTarget, parsePageUrl } from './page-url'
import { isLoginPage, loginPageTarget } from './redirect'
import { homePath, isTab, routeOf } from './routes'
import { applyMove, backTarget, currentPage, firstStack, type Move, type Page } from './stack'
import { type Direction, getView, isStarted, setView, showStack } from './view'

/** Milliseconds within which the same navigation is ignored, because a double click must not open a page twice. */
const repeatWindow = 400

interface Question {
  ask(): Promise<boolean>
  /** True for a guard of the whole page, which also asks before switching tabs or closing the window. */
  whole: boolean
}

/** Guards and overlays by page key; the last one is asked first. */
const leaveQuestions = new Map<string, Question[]>()
let asking = false
/** Loads the dialog that asks before a page is left. */
let loadLeaveDialog = () => {}
let last = { what: '', at: Number.NEGATIVE_INFINITY }

/** Shows the page of the URL and follows the browser's history. Returns a function that stops the router. */
export function startRouter(pages: Partial<PageModules>, loadDialog = () => {}): () => void {
  setPageModules(pages)
  loadLeaveDialog = loadDialog
  const requestedPage = parsePageUrl(location.hash)
  const place = needsLogin(requestedPage) ? loginPageTarget(requestedPage) : requestedPage
  const mark = readMark(history.state)
  const position = mark?.index ?? 0
  const at = mark?.guard ? position - 1 : position
  const isKept = mark && isSamePage(place, requestedPage)
  const stack = firstStack({ ...place, key: isKept ? mark.key : newKey(place), at }, position)
  setView({ stack, leaving: null, direction: 'none', epoch: 0, titles: new Map() })
  recordHistoryStep({ stack, back: 0, write: 'replace' })

  let owner = getToken()
  const stopToken = subscribeToken(() => {
    const hadUser = owner !== null
    owner = getToken()
    if (hadUser) forgetUser(owner !== null)
  })
  addEventListener('popstate', onPopState)
  addEventListener('storage', onStorage)
  addEventListener('beforeunload', onBeforeUnload)
  return () => {
    leaveQuestions.clear()
    stopToken()
    removeEventListener('popstate', onPopState)
    removeEventListener('storage', onStorage)
    removeEventListener('beforeunload', onBeforeUnload)
  }
}

export function getCurrentPage(): Page {
  return currentPage(getView().stack)
}

/** Opens a page above the current one. Rejects tab pages, like redirectTo; `go` accepts any page. */
export function navigateTo(url: string): boolean {
  const place = parsePageUrl(url)
  if (isTab(place.path) || repeated('navigateTo', place)) return false
  if (needsLogin(place)) return openLoginPage(place)
  move({ type: 'push', page: newPage(place) }, 'forward')
  return true
}

/** Replaces the current page. Rejects tab pages. */
export function redirectTo(url: string): boolean {
  const place = parsePageUrl(url)
  if (isTab(place.path) || repeated('redirectTo', place)) return false
  if (needsLogin(place)) return openLoginPage(place)
  move({ type: 'replace', page: newPage(place) })
  return true
}

/** Closes all pages including tabs, and opens a page of any kind. */
export function reLaunch(url: string): boolean {
  const place = parsePageUrl(url)
  if (repeated('reLaunch', place)) return false
  if (needsLogin(place)) return openLoginPage(place)
  move({ type: 'relaunch', page: newPage(place) })
  return true
}

/**
 * Closes all pages above the tabs and shows a tab with its previous state, including its query. The query of `url` is
 * ignored.
 */
export async function switchTab(url: string): Promise<boolean> {
  const { path } = parsePageUrl(url)
  const { tabs, pages } = getView().stack
  const place = { path, search: [...tabs, ...pages].find((page) => page.path === path)?.search ?? '' }
  if (!isTab(place.path) || repeated('switchTab', place)) return false
  if (needsLogin(place)) return openLoginPage(place)
  if (isSamePage(place, getCurrentPage())) return true
  if (!(await mayLeave('whole'))) return false
  move({ type: 'tab', page: newPage(place) })
  return true
}

/** Opens a page of any kind: switches to a tab page, or opens another page above the current one. */
export async function openPage(url: string): Promise<boolean> {
  return isTab(parsePageUrl(url).path) ? switchTab(url) : navigateTo(url)
}

/** Goes back by `delta` pages, at most to the first one; opens home if there is no history. */
export async function navigateBack(delta = 1): Promise<boolean> {
  if (isWalking() || repeated('navigateBack')) return false
  const target = backTarget(getView().stack, Math.max(1, delta))
  if (!(await mayLeave())) return false
  return leaveFor(target)
}

/**
 * Opens the login page, which returns to `place`. Replaces the current page if it requires a login, because it can no
 * longer be shown; otherwise the current page stays below.
 */
export function openLoginPage(place: PageTarget = getCurrentPage()): boolean {
  const from = getCurrentPage()
  const already = isLoginPage(from.path)
  if (already && isLoginPage(place.path)) return false
  const page = newPage(loginPageTarget(place))
  if (isSamePage(page, from)) return false
  if (already || needsLogin(from)) move({ type: 'replace', page })
  else move({ type: 'push', page }, 'forward')
  return true
}

/** Lets `ask` decide whether going back or switching tabs may leave the page. Returns a function to end the guard. */
export function guardLeaving(key: string, ask: () => Promise<boolean>): () => void {
  // Loaded in advance, because the dialog must also work without a network.
  loadLeaveDialog()
  return addQuestion(key, { ask, whole: true })
}

/** Makes going back close the overlay instead of leaving the page. Returns a function that undoes this. */
export function closeByBack(close: () => void): () => void {
  if (!isStarted()) return () => {}
  const ask = async () => {
    close()
    return false
  }
  return addQuestion(getCurrentPage().key, { ask, whole: false })
}

/** Whether any page has an open overlay or a leave guard. */
export const hasOverlayOrGuard = () => leaveQuestions.size > 0

function addQuestion(key: string, question: Question): () => void {
  leaveQuestions.set(key, [...(leaveQuestions.get(key) ?? []), question])
  if (getCurrentPage().key === key) move({ type: 'guard' })
  return () => {
    const others = (leaveQuestions.get(key) ?? []).filter((one) => one !== question)
    if (others.length > 0) {
      leaveQuestions.set(key, others)
      return
    }
    leaveQuestions.delete(key)
    if (getCurrentPage().key === key) move({ type: 'unguard' })
  }
}

export function move(what: Move, direction: Direction = 'none'): void {
  const step = applyMove(getView().stack, what)
  showStack(step.stack, direction)
  recordHistoryStep(step)
}

async function mayLeave(which: 'all' | 'whole' = 'all'): Promise<boolean> {
  const { key } = getCurrentPage()
  const questions = (leaveQuestions.get(key) ?? []).filter(({ whole }) => whole || which === 'all')
  const question = questions[questions.length - 1]
  if (!question) return true
  if (asking) return false
  asking = true
  try {
    // Returns false if the page has navigated by itself before the user decided.
    return (await question.ask()) && getCurrentPage().key === key
  } finally {
    asking = false
  }
}

/** Goes back to a position of the history, or to the home page if there is no such position. */
export async function leaveFor(target: number): Promise<boolean> {
  const home = { path: homePath, search: '' }
  const { position } = getView().stack
  const event = target < 0 ? null : await walkHistory(target - position)
  if (event) arrive(event)
  else if (isSamePage(getCurrentPage(), home)) return false
  else move({ type: 'tab', page: newPage(home) })
  return true
}

function onPopState(event: PopStateEvent): void {
  if (endsWalk(event)) return
  const mark = readMark(event.state)
  const { position } = getView().stack
  if (mark && mark.index < position && leaveQuestions.has(getCurrentPage().key)) void askAfterwards(mark.index)
  else arrive(event)
}

/** Undoes a step back, which cannot be prevented, asks the user, and repeats the step if the user confirms. */
async function askAfterwards(landed: number): Promise<void> {
  const { position } = getView().stack
  const { at } = getCurrentPage()
  await walkHistory(position - landed)
  if (await mayLeave()) await leaveFor(Math.min(landed, at - 1))
}

/** Updates the stack after a history step of the browser. */
function arrive({ state, hasUAVisualTransition }: PopStateEvent): void {
  const { stack } = getView()
  const from = currentPage(stack)
  const requestedPage = parsePageUrl(location.hash)
  const mark = readMark(state)
  // An entry without our mark comes from a typed URL. If the typed URL is that of the current page, only the mark is
  // restored.
  if (!mark && isSamePage(requestedPage, from)) {
    recordHistoryStep({ stack, back: 0, write: 'replace' })
    return
  }
  const index = mark?.index ?? stack.position + 1
  const at = mark?.guard ? index - 1 : index
  if (mark?.key === from.key && at === from.at) {
    const emptyBack = index < stack.position
    showStack({ ...stack, position: index })
    // The step only left the guard entry of a released guard: goes back one page more.
    if (emptyBack) void leaveFor(backTarget(stack, 1))
    return
  }
  const place = needsLogin(requestedPage) ? loginPageTarget(requestedPage) : requestedPage
  const same = mark && isSamePage(place, requestedPage)
  const page = { ...place, key: same ? mark.key : newKey(place) }
  const step = applyMove(stack, { type: 'land', page, at: same ? at : index, position: index })
  showStack(step.stack, hasUAVisualTransition ? 'none' : index < stack.position ? 'back' : 'forward')
  if (!same) recordHistoryStep({ ...step, write: 'replace' })
}

function forgetUser(replaced: boolean): void {
  const view = getView()
  const { stack } = applyMove(view.stack, { type: 'forget' })
  setView({ ...view, stack, leaving: null, direction: 'none', epoch: replaced ? view.epoch + 1 : view.epoch })
}

/** Handles a logout in another browser tab. (A logout in this tab navigates by itself.) */
function onStorage({ key }: StorageEvent): void {
  if ((key === appConstants.tokenKey || key === null) && needsLogin(getCurrentPage())) openLoginPage()
}

function onBeforeUnload(event: BeforeUnloadEvent): void {
  if (!leaveQuestions.get(getCurrentPage().key)?.some(({ whole }) => whole)) return
  event.preventDefault()
  // Required by Chromium before version 119.
  event.returnValue = true
}

/** Whether the page requires a login and there is none. False for unknown URLs, which open the not-found page. */
function needsLogin({ path }: PageTarget): boolean {
  return routeOf(path) !== undefined && !isPublicRoute(path) && getToken() === null
}

function repeated(name: string, place?: PageTarget): boolean {
  const what = place ? `${name} ${formatPageUrl(place)}` : name
  const now = performance.now()
  const again = last.what === what && now - last.at < repeatWindow
  if (!again) last = { what, at: now }
  return again
}

export function newPage(place: PageTarget) {
  return { ...place, key: newKey(place) }
}

function newKey({ path }: PageTarget): string {
  return isTab(path) ? path : Math.random().toString(36).slice(2)
}
