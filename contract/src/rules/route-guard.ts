/** Routes that need no login, as listed by the specification. */
const publicRoutes = new Set([
  '',
  'pages/index/index',
  'pages/books/index',
  'pages/my/index',
  'pages/search/index',
  'pages/index/course',
  'pages/index/books',
  'pages/index/textbooks',
  'pages/course/details',
  'pages/teacher/index',
  'pages/books/details',
  'pages/digital-textbooks/details',
  'pages/help/index',
  'pages/help/cs',
  'pages/setting/index',
  'pages/setting/about',
  'pages/article/index',
  'pages/article/banner',
  'pages/test/test',
  'pages/app-update/index',
  'pages/download/index',
  'pages/webview/index',
])

/** Public routes that the specification does not have: lists and details are open to guests, also for banks. */
const addedPublicRoutes = new Set(['pages/bank/index', 'pages/bank/details'])

export function isPublicRoute(path: string): boolean {
  const route = path.replace(/^\/+/, '').replace(/[?#].*$/, '')
  return publicRoutes.has(route) || addedPublicRoutes.has(route) || route.startsWith('pages/login/')
}
