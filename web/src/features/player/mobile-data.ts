interface Connection {
  type?: string
  saveData?: boolean
}

const agreedKey = 'dxx-mobile-data'

/** Whether a video would be paid for by the megabyte, as far as browsers tell: most say nothing, and then nobody asks. */
export function onMobileData(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.type === 'cellular' || connection?.saveData === true
}

/** Asked once per visit. */
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
    // Then it is asked again with the next video.
  }
}
