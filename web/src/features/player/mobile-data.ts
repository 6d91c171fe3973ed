interface Connection {
  type?: string
  saveData?: boolean
}

const agreedKey = 'dxx-mobile-data'

/** Whether the connection is metered; false where the browser does not report it, as most do not. */
export function onMobileData(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.type === 'cellular' || connection?.saveData === true
}

/** Whether the user agreed to play on mobile data; asked once per visit. */
export function mobileDataAgreed(): boolean {
  try {
    return sessionStorage.getItem(agreedKey) === '1'
  } catch {
    return false
  }
}

export function agreeMobileData(): void {
  try {
    sessionStorage.setItem(agreedKey, '1')
  } catch {
    // Without storage the user is asked again with the next video.
  }
}
