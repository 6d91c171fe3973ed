/** Navigation triggered by call responses. `url` is like `/pages/course/details?id=1`. */
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

/** Connects the shell's router once, so that this module does not depend on it. */
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
