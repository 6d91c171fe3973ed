import { appConstants } from '@dxx/contract/rules/constants'
import { homePath, routeOf } from './routes'
import type { Page } from './stack'

export const notFoundTitle = '页面不存在'

export function pageTitle({ path, key }: Page, titles: ReadonlyMap<string, string>): string {
  return titles.get(key) ?? routeOf(path)?.title ?? notFoundTitle
}

/** Returns the title of the browser tab. */
export function windowTitle(page: Page, titles: ReadonlyMap<string, string>): string {
  return page.path === homePath ? appConstants.name : `${pageTitle(page, titles)} · ${appConstants.name}`
}
