/** Navigation triggered by call responses. URLs are like `/pages/course/details?id=1`. */
export interface Navigation {
  /** `currentUrl` is the page to return to. */
  toLogin(currentUrl: string): void
  navigateTo(url: string): void
  reload(): void
}

let connected: Navigation = {
  toLogin: (currentUrl) => location.assign(`#/pages/login/index?redirect=${encodeURIComponent(currentUrl)}`),
  navigateTo: (url) => location.assign(`#${url}`),
  reload: () => location.reload(),
}

/** Connects the router, so that this module does not import it. Called once by the shell. */
export function connectNavigation(navigation: Navigation): void {
  connected = navigation
}

export function navigation(): Navigation {
  return connected
}

/** URL of the current page, from the hash. */
export function currentUrl(): string {
  return location.hash.slice(1) || '/'
}
