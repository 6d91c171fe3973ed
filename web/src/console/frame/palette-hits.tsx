import { orderStatusText } from '@dxx/contract/rules/order-state'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import LogOut from 'lucide-react/icons/log-out'
import Moon from 'lucide-react/icons/moon'
import Receipt from 'lucide-react/icons/receipt-text'
import Sun from 'lucide-react/icons/sun'
import { type ReactNode, useDeferredValue } from 'react'
import { useLocation } from 'wouter'
import { setTheme } from '../../ui/theme'
import { useStaffCall } from '../api/hooks'
import { PersonAvatar } from '../kit/face'
import { timeText } from '../kit/time'
import { hasAnyPermission, useSignedInStaff } from './me'
import { pages } from './pages'
import { logOut } from './person-menu'
import { useNavCount } from './work-counts'

export interface Hit {
  id: string
  group: string
  title: string
  note?: string
  icon: ReactNode
  run(): void
}

/** Minimum number of typed letters before users, staff, exams and purchase orders are searched. */
const enough = 2
/** Maximum number of hits of one kind. */
const most = 6

const limited = (keyword: string) => ({ keyword, limit: most })

/** Hits for the text that the staff member may open: pages, users, staff, exams, purchase orders and actions. */
export function useHits(text: string): { hits: Hit[]; looking: boolean } {
  const me = useSignedInStaff()
  const [, go] = useLocation()
  const grading = useNavCount('grading')
  const keyword = useDeferredValue(text)
  const input = limited(keyword)
  const isEnough = keyword.length >= enough
  const wants = (path: string, ...needed: Parameters<typeof hasAnyPermission>[1][number][]) =>
    isEnough && pages.some((page) => page.path === path) && hasAnyPermission(me, needed)
  const users = useStaffCall('GET /staff/v1/user_search', input, { enabled: wants('users', 'user.read') })
  const people = useStaffCall('GET /staff/v1/people_list', input, { enabled: wants('staff', 'staff.manage') })
  const exams = useStaffCall('GET /staff/v1/exam_list', input, { enabled: wants('exams', 'exam.results') })
  const orders = useStaffCall('GET /staff/v1/order_search', input, { enabled: wants('orders', 'ledger.read') })

  const fits = (title: string) => title.toLowerCase().includes(text.toLowerCase())
  const opened: Hit[] = pages
    .filter(({ title, permissions }) => hasAnyPermission(me, permissions) && fits(title))
    .map(({ path, title, icon: Icon }) => ({
      id: `page-${path}`,
      group: '页面',
      title,
      note: path === 'grading' && grading > 0 ? `等你批 ${grading} 个作答` : undefined,
      icon: <Icon size={16} />,
      run: () => go(`/${path}`),
    }))
  const actions: Hit[] = [
    { id: 'light', title: '浅色外观', icon: <Sun size={16} />, run: () => setTheme('light') },
    { id: 'dark', title: '深色外观', icon: <Moon size={16} />, run: () => setTheme('dark') },
    { id: 'out', title: '退出管理台', icon: <LogOut size={16} />, run: logOut },
  ]
    .filter(({ title }) => fits(title))
    .map((action) => ({ ...action, group: '操作' }))
  const found: Hit[] = isEnough
    ? [
        ...(users.data?.list ?? []).map((user) => ({
          id: `user-${user.id}`,
          group: '用户',
          title: user.nickname,
          note: user.school || user.mobile,
          icon: <PersonAvatar id={user.id} name={user.nickname} src={user.avatar} size={22} />,
          run: () => go(`/users/${user.id}`),
        })),
        ...(people.data?.list ?? []).map((person) => ({
          id: `person-${person.id}`,
          group: '员工',
          title: person.nickname,
          note: [...new Set(person.grants.map(({ roleName }) => roleName))].join('、'),
          icon: <PersonAvatar id={person.id} name={person.nickname} src={person.avatar} size={22} />,
          run: () => go(`/staff/${person.id}`),
        })),
        ...(exams.data?.list ?? []).map((exam) => ({
          id: `exam-${exam.id}`,
          group: '考试',
          title: exam.title,
          note: timeText(exam.startsAt),
          icon: <ClipboardList size={16} />,
          run: () => go(`/exams/${exam.id}`),
        })),
        ...(orders.data?.list ?? []).map((order) => ({
          id: `order-${order.no}`,
          group: '订单',
          title: `${order.title} · ${order.person?.nickname ?? '账号已注销'}`,
          note: `${orderStatusText[order.status]} · ${order.no}`,
          icon: <Receipt size={16} />,
          run: () => go(`/orders/${order.no}`),
        })),
      ]
    : []
  const looking = [users, people, exams, orders].some(({ isFetching }) => isFetching)
  return { hits: [...opened, ...found, ...actions], looking }
}
