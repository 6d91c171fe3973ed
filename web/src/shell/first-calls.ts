import { preloadCall, preloadList } from '../api/preload'

type Query = Readonly<Record<string, string>>

const senders: Partial<Record<string, (query: Query) => void>> = {
  'pages/index/index': () => preloadCall('GET /v1/course_index', {}),
  'pages/books/index': ({ classify }) => preloadCall('GET /v1/ebook_index', { classify }),
  'pages/study/index': ({ tab }) => {
    preloadCall('GET /v1/assignments', {})
    preloadCall('GET /v130/study_statistics', {})
    if (!tab) preloadList('GET /v130/study_afoot')
  },
  'pages/course/details': ({ id }) => id && preloadCall('GET /v1/course_info', { id }),
  'pages/books/details': ({ id }) => id && preloadCall('GET /v1/ebook_info', { id }),
  'pages/digital-textbooks/details': ({ id }) => id && preloadCall('GET /v1/textbooks_info', { id }),
}

/**
 * Sends the calls of a page while its code is loading, so that its content comes a round trip earlier. The page finds
 * the requests in the cache; a call that is not listed here is sent when the page is shown.
 */
export function sendFirstCalls(path: string, search: string): void {
  senders[path]?.(Object.fromEntries(new URLSearchParams(search)))
}
