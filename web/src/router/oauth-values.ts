/**
 * Values of a login by WeChat or a school, in session storage, so that they survive the redirect to the other site and
 * back.
 */
export function readOauthValue(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeOauthValue(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Without session storage the code is lost, and the user must log in another way.
  }
}
