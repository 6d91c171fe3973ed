import type { Permission } from '@dxx/contract/staff'
import Activity from 'lucide-react/icons/activity'
import BookOpen from 'lucide-react/icons/book-open'
import ChartColumn from 'lucide-react/icons/chart-column'
import FileCheck from 'lucide-react/icons/file-check'
import GalleryHorizontal from 'lucide-react/icons/gallery-horizontal'
import History from 'lucide-react/icons/history'
import Inbox from 'lucide-react/icons/inbox'
import Library from 'lucide-react/icons/library'
import Megaphone from 'lucide-react/icons/megaphone'
import MessageSquareQuote from 'lucide-react/icons/message-square-quote'
import MessagesSquare from 'lucide-react/icons/messages-square'
import PenLine from 'lucide-react/icons/pen-line'
import Plug from 'lucide-react/icons/plug'
import QrCode from 'lucide-react/icons/qr-code'
import Receipt from 'lucide-react/icons/receipt-text'
import School from 'lucide-react/icons/school'
import Settings2 from 'lucide-react/icons/settings-2'
import Shield from 'lucide-react/icons/shield'
import Sparkles from 'lucide-react/icons/sparkles'
import Store from 'lucide-react/icons/store'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import TrendingUp from 'lucide-react/icons/trending-up'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import { type ComponentType, lazy } from 'react'
import { workPermissions } from './work-counts'

export interface ConsolePage {
  /** First URL segment after /console. */
  path: string
  title: string
  group: '' | '教学' | '内容' | '运营' | '管理'
  icon: ComponentType<{ size?: number }>
  /** A staff member with any of these may open the page; empty: every staff member may. */
  permissions: readonly Permission[]
  /** Opened from the personal menu instead of the navigation. */
  personal?: true
  /** Takes a tab on phones only if no other page needs it. */
  yieldsTab?: true
  /** Whether the page needs the full width, so that the navigation folds to a narrow rail of icons. */
  isWide?(id: string | undefined, part: string | undefined): boolean
  /** `id` and `part` are the second and third URL segment: an exam and its tab, for example. */
  Page: ComponentType<{ id?: string; part?: string }>
}

/** Pages in the order of the navigation. */
export const pages: readonly ConsolePage[] = [
  {
    path: 'work',
    title: '工作台',
    group: '',
    icon: Inbox,
    permissions: workPermissions,
    Page: lazy(async () => ({ default: (await import('../pages/work')).WorkPage })),
  },
  {
    path: 'overview',
    title: '概览',
    group: '',
    icon: ChartColumn,
    permissions: ['numbers.read'],
    Page: lazy(async () => ({ default: (await import('../pages/overview')).OverviewPage })),
  },
  {
    path: 'exams',
    title: '考试',
    group: '教学',
    icon: FileCheck,
    permissions: ['exam.manage', 'exam.results'],
    isWide: (id) => id === 'drafts',
    Page: lazy(async () => ({ default: (await import('../pages/exams')).ExamsPage })),
  },
  {
    path: 'grading',
    title: '批阅室',
    group: '教学',
    icon: PenLine,
    permissions: ['exam.grade'],
    yieldsTab: true,
    isWide: (_, part) => part !== undefined,
    Page: lazy(async () => ({ default: (await import('../pages/grading')).GradingPage })),
  },
  {
    path: 'classes',
    title: '班级',
    group: '教学',
    icon: School,
    permissions: ['class.view'],
    Page: lazy(async () => ({ default: (await import('../pages/classes')).ClassesPage })),
  },
  {
    path: 'bank',
    title: '题库',
    group: '内容',
    icon: Library,
    permissions: ['bank.edit'],
    isWide: (id) => id !== undefined,
    Page: lazy(async () => ({ default: (await import('../pages/bank')).BankPage })),
  },
  {
    path: 'studio',
    title: '内容工作室',
    group: '内容',
    icon: BookOpen,
    permissions: ['content.edit'],
    isWide: (id) => id !== undefined,
    Page: lazy(async () => ({ default: (await import('../pages/studio')).StudioPage })),
  },
  {
    path: 'codes',
    title: '书内码',
    group: '内容',
    icon: QrCode,
    permissions: ['content.publish'],
    Page: lazy(async () => ({ default: (await import('../pages/codes')).CodesPage })),
  },
  {
    path: 'users',
    title: '用户',
    group: '运营',
    icon: Users,
    permissions: ['user.read'],
    Page: lazy(async () => ({ default: (await import('../pages/users')).UsersPage })),
  },
  {
    path: 'orders',
    title: '订单',
    group: '运营',
    icon: Receipt,
    permissions: ['ledger.read'],
    Page: lazy(async () => ({ default: (await import('../pages/orders')).OrdersPage })),
  },
  {
    path: 'shelf',
    title: '上架',
    group: '运营',
    icon: Store,
    permissions: ['catalogue.manage'],
    Page: lazy(async () => ({ default: (await import('../pages/shelf')).ShelfPage })),
  },
  {
    path: 'coupons',
    title: '优惠与兑换码',
    group: '运营',
    icon: TicketPercent,
    permissions: ['coupon.manage'],
    Page: lazy(async () => ({ default: (await import('../pages/coupons')).CouponsPage })),
  },
  {
    path: 'site',
    title: '站点内容',
    group: '运营',
    icon: GalleryHorizontal,
    permissions: ['site.manage'],
    Page: lazy(async () => ({ default: (await import('../pages/site')).SitePage })),
  },
  {
    path: 'broadcasts',
    title: '群发消息',
    group: '运营',
    icon: Megaphone,
    permissions: ['message.send'],
    Page: lazy(async () => ({ default: (await import('../pages/broadcasts')).BroadcastsPage })),
  },
  {
    path: 'sales',
    title: '销售',
    group: '运营',
    icon: TrendingUp,
    permissions: ['ledger.read'],
    Page: lazy(async () => ({ default: (await import('../pages/sales')).SalesPage })),
  },
  {
    path: 'posts',
    title: '最近发言',
    group: '运营',
    icon: MessagesSquare,
    permissions: ['moderate'],
    Page: lazy(async () => ({ default: (await import('../pages/posts')).PostsPage })),
  },
  {
    path: 'replies',
    title: '常用回复',
    group: '运营',
    icon: MessageSquareQuote,
    permissions: ['support.answer'],
    Page: lazy(async () => ({ default: (await import('../pages/replies')).RepliesPage })),
  },
  {
    path: 'ai',
    title: 'AI 用量',
    group: '运营',
    icon: Sparkles,
    permissions: ['site.manage'],
    Page: lazy(async () => ({ default: (await import('../pages/ai')).AiSpendingPage })),
  },
  {
    path: 'staff',
    title: '员工与权限',
    group: '管理',
    icon: Shield,
    permissions: ['staff.manage'],
    Page: lazy(async () => ({ default: (await import('../pages/staff')).StaffPage })),
  },
  {
    path: 'campus',
    title: '校园对接',
    group: '管理',
    icon: Plug,
    permissions: ['class.manage'],
    Page: lazy(async () => ({ default: (await import('../pages/campus')).CampusPage })),
  },
  {
    path: 'audit',
    title: '操作记录',
    group: '管理',
    icon: History,
    permissions: ['audit.read'],
    Page: lazy(async () => ({ default: (await import('../pages/audit')).AuditPage })),
  },
  {
    path: 'settings',
    title: '设置',
    group: '管理',
    icon: Settings2,
    permissions: ['site.manage'],
    Page: lazy(async () => ({ default: (await import('../pages/settings')).SettingsPage })),
  },
  {
    path: 'health',
    title: '站点状态',
    group: '管理',
    icon: Activity,
    permissions: ['site.health'],
    Page: lazy(async () => ({ default: (await import('../pages/health')).HealthPage })),
  },
  {
    path: 'account',
    title: '我的账号',
    group: '',
    icon: UserRound,
    permissions: [],
    personal: true,
    Page: lazy(async () => ({ default: (await import('../pages/account')).AccountPage })),
  },
]
