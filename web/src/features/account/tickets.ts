/** Session storage key of the ticket that proves to the next page who owns the mobile number; never in a URL. */
const key = 'dxx-find-ticket'

export interface FindTicket {
  ticket: string
  mobile: string
}

export function storeTicket(found: FindTicket | null): void {
  try {
    if (found) sessionStorage.setItem(key, JSON.stringify(found))
    else sessionStorage.removeItem(key)
  } catch {
    // Without storage the next page requests another code.
  }
}

export function storedTicket(): FindTicket | null {
  try {
    const { ticket, mobile } = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof ticket === 'string' && typeof mobile === 'string' ? { ticket, mobile } : null
  } catch {
    return null
  }
}
