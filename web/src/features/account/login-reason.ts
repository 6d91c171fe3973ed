import type { CurriculumKind } from '@dxx/contract/shapes'
import { parsePageUrl } from '../../router/page-url'
import { safeRedirect } from '../../router/redirect'
import { routeOf } from '../../router/routes'
import type { DeferredAction } from '../../state/deferred-action'
import { curriculumKinds } from '../catalogue/kinds'

/** Reasons by the start of the requested page's path; the first match counts. */
const reasons: [start: string, reason: string][] = [
  ['pages/books/read', '登录后阅读'],
  ['pages/digital-textbooks/runcode', '登录后运行代码'],
  ['pages/digital-textbooks/publish', '登录后参与讨论'],
  ['pages/digital-textbooks/', '登录后阅读'],
  ['pages/course/study', '登录后看课'],
  ['pages/study/', '登录后查看你的学习进度和书架'],
  ['pages/buy/', '登录后继续购买'],
  ['pages/order/', '登录后查看订单'],
  ['pages/exam/', '登录后进入考试和测验'],
  ['pages/bank/practice', '登录后练习'],
  ['pages/bank/wrong', '登录后打开错题本'],
  ['pages/message/', '登录后查看消息'],
  ['pages/exchange/', '登录后使用兑换码'],
  ['pages/ai/', '登录后向 AI 提问'],
]

/** Returns the curriculum that the page to return to belongs to; null if it belongs to none. */
export function curriculumOfRedirect(redirect: string | undefined): { kind: CurriculumKind; id: string } | null {
  const place = safeRedirect(redirect)
  const id = new URLSearchParams(place?.search).get('id')
  const kind = /^pages\/digital-textbooks\/(study|expand|search)$/.test(place?.path ?? '')
    ? 'textbook'
    : (Object.keys(curriculumKinds) as CurriculumKind[]).find((one) => curriculumKinds[one].study === place?.path)
  return kind && id ? { kind, id } : null
}

/**
 * Returns why the login page was opened: the action that a guest wanted, or the page to return to. Empty without a
 * reason. `title`: of the curriculum that the page belongs to.
 */
export function loginReason(redirect: string | undefined, action: DeferredAction | null, title?: string): string {
  if (action) return `登录后${action.title}`
  const place = safeRedirect(redirect)
  if (!place) return ''
  const { path } = parsePageUrl(`/${place.path}`)
  const known = reasons.find(([start]) => path.startsWith(start))
  if (known) return title ? `${known[1]}《${title}》` : known[1]
  const route = routeOf(path)
  return route && !route.tab ? `登录后继续打开「${route.title}」` : ''
}
