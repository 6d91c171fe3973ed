import type { ComponentType } from 'react'
import type { PageModule, PageModules } from '../router/page-modules'
import { routes } from '../router/routes'

type Pages = Record<string, ComponentType>

/** One import per folder, because each import lists its chunks, and one per page would add 1 KiB to the first load. */
const folders: Partial<Record<string, () => Promise<Pages>>> = {
  study: () => import('../pages/study/pages'),
  my: () => import('../pages/my/pages'),
  index: () => import('../pages/index/pages'),
  'digital-textbooks': () => import('../pages/digital-textbooks/pages'),
  buy: () => import('../pages/buy/pages'),
  exam: () => import('../pages/exam/pages'),
  bank: () => import('../pages/bank/pages'),
  login: () => import('../pages/login/pages'),
  message: () => import('../pages/message/pages'),
  order: () => import('../pages/order/pages'),
  exchange: () => import('../pages/exchange/pages'),
  help: () => import('../pages/help/pages'),
  setting: () => import('../pages/setting/pages'),
  article: () => import('../pages/article/pages'),
  filePreview: () => import('../pages/filePreview/pages'),
}

/**
 * Pages alone in their folder, the home page, which is part of the first load, and pages that need little of what the
 * others of their folder need: the store and the details do without the reader.
 */
const singlePages: Partial<Record<string, PageModule>> = {
  'pages/index/index': () => import('../pages/index/index'),
  'pages/books/index': () => import('../pages/books/index'),
  'pages/books/details': () => import('../pages/books/details'),
  'pages/books/read': () => import('../pages/books/read'),
  'pages/course/details': () => import('../pages/course/details'),
  'pages/course/study': () => import('../pages/course/study'),
  'pages/digital-textbooks/details': () => import('../pages/digital-textbooks/details'),
  'pages/study/index': () => import('../pages/study/index'),
  'pages/my/index': () => import('../pages/my/index'),
  'pages/test/test': () => import('../pages/test/test'),
  'pages/search/index': () => import('../pages/search/index'),
  'pages/ai/index': () => import('../pages/ai/index'),
  'pages/webview/index': () => import('../pages/webview/index'),
  'pages/resource/index': () => import('../pages/resource/index'),
  'pages/evaluate/index': () => import('../pages/evaluate/index'),
  'pages/teacher/index': () => import('../pages/teacher/index'),
  'pages/download/index': () => import('../pages/download/index'),
  'pages/app-update/index': () => import('../pages/app-update/index'),
  'choose-location': () => import('../pages/choose-location'),
  'open-location': () => import('../pages/open-location'),
}

function loaderOf(path: string): PageModule {
  const [, folder = '', file = ''] = path.split('/')
  const name = file.replace(/-./g, (letter) => letter[1]!.toUpperCase())
  return singlePages[path] ?? (() => folders[folder]!().then((pages) => ({ default: pages[name]! })))
}

/** Loads the code of a page when it is first opened. */
export const pageModules = Object.fromEntries(routes.map(({ path }) => [path, loaderOf(path)])) as PageModules
