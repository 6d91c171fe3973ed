import type { Page } from 'playwright-core'

interface Tracked {
  name: string
  page: string
  value: string
}

/** Collects every event that the page sends. */
export function trackedBy(page: Page): Tracked[] {
  const events: Tracked[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v1/tracking_point/add')) events.push(...request.postDataJSON().events)
  })
  return events
}
