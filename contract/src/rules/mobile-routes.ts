/** Routes that require a bound mobile number: buying, rating, discussing, redeeming codes, student verification. */
const mobileRoutes = new Set([
  'pages/buy/confirm',
  'pages/evaluate/index',
  'pages/digital-textbooks/publish',
  'pages/exchange/index',
  'pages/my/auth',
])

export const routeNeedsMobile = (path: string) => mobileRoutes.has(path)
