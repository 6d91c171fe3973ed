/** What the answers of calls may do to the page shown. `url` is like `/pages/course/details?id=1`. */
export interface Navigation {
  /** `currentUrl` is the page to come back to. */
  toLogin(currentUrl: string): void
  navigateTo(url: string): void
  reload(): void
}

let connected: Navigation = {
  toLogin: (currentUrl) => location.assign(`#/pages/login/index?redirect=${encodeURIComponent(currentUrl)}`),
  navigateTo: (url) => location.assign(`#${url}`),
  reload: () => location.reload(),
}

/** The shell connects its router once, so that nothing here depends on it. */
export function connectNavigation(navigation: Navigation): void {
  connected = navigation
}

export function navigation(): Navigation {
  return connected
}

/** The page shown now, as the hash has it. */
export function currentUrl(): string {
  return location.hash.slice(1) || '/'
}
