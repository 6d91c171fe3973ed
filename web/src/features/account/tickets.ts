/** The proof of a number between two pages: kept for the tab, never in an address. */
const key = 'dxx-find-ticket'

export interface FindTicket {
  ticket: string
  mobile: string
}

export function keepTicket(found: FindTicket | null): void {
  try {
    if (found) sessionStorage.setItem(key, JSON.stringify(found))
    else sessionStorage.removeItem(key)
  } catch {
    // Then the next page asks for another code.
  }
}

export function keptTicket(): FindTicket | null {
  try {
    const { ticket, mobile } = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof ticket === 'string' && typeof mobile === 'string' ? { ticket, mobile } : null
  } catch {
    return null
  }
}
