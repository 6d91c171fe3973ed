import ChevronRight from 'lucide-react/icons/chevron-right'
import type { RoutePath } from '../../router/routes'
import { useStore } from '../../state/store'

interface Step {
  path: RoutePath
  title: string
}

const home: Step = { path: 'pages/index/index', title: '首页' }
const my: Step = { path: 'pages/my/index', title: '我的' }
const study: Step = { path: 'pages/study/index', title: '学习' }
const bank: Step = { path: 'pages/bank/index', title: '题库考试' }

/** Pages above a page, by the start of its path; the first match counts. */
const trails: readonly (readonly [start: string, above: readonly Step[]])[] = [
  ['pages/order/index', [my]],
  ['pages/order/', [my, { path: 'pages/order/index', title: '我的订单' }]],
  ['pages/evaluate/', [my, { path: 'pages/order/index', title: '我的订单' }]],
  ['pages/message/index', [my]],
  ['pages/message/', [my, { path: 'pages/message/index', title: '消息中心' }]],
  ['pages/exchange/index', [my]],
  ['pages/exchange/', [my, { path: 'pages/exchange/index', title: '兑换中心' }]],
  ['pages/help/index', [my]],
  ['pages/help/', [my, { path: 'pages/help/index', title: '帮助与客服' }]],
  ['pages/setting/index', [my]],
  ['pages/setting/', [my, { path: 'pages/setting/index', title: '设置' }]],
  ['pages/my/', [my]],
  ['pages/study/', [study]],
  ['pages/bank/index', [home]],
  ['pages/bank/', [bank]],
  ['pages/exam/index', [bank]],
  ['pages/exam/', [bank, { path: 'pages/exam/index', title: '考试' }]],
  ['pages/course/', [home, { path: 'pages/index/course', title: '课程' }]],
  ['pages/digital-textbooks/runcode', [study]],
  ['pages/digital-textbooks/', [home, { path: 'pages/index/textbooks', title: '数字教材' }]],
  ['pages/books/', [home, { path: 'pages/index/books', title: '电子书' }]],
]

/**
 * Pages with two views: the query parameter of the second view, and the title of the first view, which the breadcrumb
 * shows above it.
 */
const firstViews: readonly (readonly [path: RoutePath, parameter: string, title: string])[] = [
  ['pages/help/index', 'id', '帮助与客服'],
  ['pages/article/index', 'id', '文章'],
  ['pages/my/notes', 'review', '我的笔记'],
  ['pages/bank/wrong', 'print', '错题本'],
]

/** Breadcrumbs do not link to these pages while an app store review requires hiding books. */
const bookPages: readonly RoutePath[] = ['pages/index/textbooks', 'pages/index/books']

/** Breadcrumb above the title of a page. The title itself is not repeated. */
export function Trail({ path, search }: { path: string; search: string }) {
  const showBook = useStore((state) => state.showBook)
  const found = trails.find(([start]) => path.startsWith(start))?.[1] ?? [home]
  const query = new URLSearchParams(search)
  const first = firstViews.find(([page, parameter]) => page === path && query.has(parameter))
  const steps = first ? [...found, { path: first[0], title: first[2] }] : found
  const above = steps.filter(({ path }) => showBook || !bookPages.includes(path))
  return (
    <ol
      aria-label="所在位置"
      className="absolute inset-x-0 top-3 z-11 flex min-h-6 items-center overflow-hidden px-4 text-13 text-ink-3 [@media(max-height:480px)]:hidden"
    >
      {above.map(({ path: target, title }, index) => (
        <li key={target} className="flex shrink-0 items-center">
          {index > 0 && <ChevronRight aria-hidden="true" size={14} className="mx-1" />}
          <a href={`#/${target}`} className="tap rounded-tag hover:text-primary">
            {title}
          </a>
        </li>
      ))}
    </ol>
  )
}
