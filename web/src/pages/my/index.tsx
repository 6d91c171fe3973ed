import type { StudentStatus, UserInfo } from '@dxx/contract/calls/accounts'
import { maskMobile } from '@dxx/contract/rules/mask'
import Check from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Settings from 'lucide-react/icons/settings'
import type { ReactNode } from 'react'
import { useCall } from '../../api/use-call'
import { useUnread } from '../../api/use-unread'
import { studentStates } from '../../features/account/student-states'
import { useCurrentUser } from '../../features/account/with-user'
import { MyCounts } from '../../features/library/my-counts'
import { MyOrders } from '../../features/orders/my-orders'
import { StudyRow } from '../../features/study/study-row'
import { openLoginPage } from '../../router/navigation'
import { Avatar } from '../../ui/avatar'
import { Badge } from '../../ui/badge'
import { Button, buttonClass } from '../../ui/button'
import { Cell, CellGroup } from '../../ui/cell'
import { Empty } from '../../ui/empty'
import { SectionHead } from '../../ui/section-head'
import { Skeleton } from '../../ui/skeleton'
import { SkeletonRows } from '../../ui/skeleton-shapes'
import { Tag } from '../../ui/tag'
import { useTopBar } from '../../ui/use-media'

export default function MyPage() {
  const { state, user, retry } = useCurrentUser()
  const isWide = useTopBar()
  const unread = useUnread()?.total ?? 0
  return (
    <div className="tablet:grid tablet:grid-cols-2 tablet:items-start tablet:gap-4 tablet:px-4 tablet:pt-4 tablet:pb-8 desk:block desk:space-y-5 desk:pt-6 desk:pb-12">
      {/* Covers the status bar, so that scrolled content does not show through it. */}
      <div
        aria-hidden="true"
        className="pt-safe sticky top-0 z-10 -mb-[env(safe-area-inset-top)] bg-primary-soft tablet:hidden"
      />
      <div className="tablet:space-y-4 desk:space-y-5">
        <header className="pt-safe bg-linear-to-b from-primary-soft to-page tablet:rounded-card tablet:bg-card tablet:bg-none">
          <h1 className="sr-only">我的</h1>
          <div className="relative min-h-24 px-4 pt-4.5 pb-3.5 desk:p-6">
            {state === 'loading' && <Loading />}
            {state === 'failed' && <Empty type="error" onRetry={retry} />}
            {state === 'guest' && <Guest />}
            {user && <Profile user={user} />}
          </div>
        </header>
        <div className="space-y-3 px-4 tablet:space-y-4 tablet:px-0 desk:space-y-5">
          <MyCounts />
          <MyOrders />
        </div>
      </div>
      {/* On desktop, these links are in the menu of the me area. */}
      <div className="px-4 pt-3 pb-6 tablet:p-0 desk:hidden">
        {state === 'loading' ? (
          <Skeleton className="h-96 rounded-card" />
        ) : (
          <CellGroup>
            <Cell
              title="学生认证"
              value={user && <StudentValue status={user.studentStatus} />}
              href="#/pages/my/auth"
            />
            {user?.studentStatus === 'passed' && <Cell title="学校考试" href="#/pages/exam/index" />}
            <Cell title="优惠券" href="#/pages/my/coupons" />
            <Cell title="兑换中心" value="输入或扫描兑换码" href="#/pages/exchange/index" />
            <Cell
              title="消息中心"
              value={unread > 0 ? <Badge count={unread} unit="条未读消息" /> : undefined}
              href="#/pages/message/index"
            />
            <Cell title="帮助与客服" href="#/pages/help/index" />
            <Cell title="意见反馈" href="#/pages/help/feedback" />
            <Cell title="设置" href="#/pages/setting/index" />
          </CellGroup>
        )}
      </div>
      {isWide && (
        <div className="tablet:col-span-2">
          {state === 'guest' ? <NothingYet text="登录后，最近学的内容在这里" /> : <Recent />}
        </div>
      )}
    </div>
  )
}

const recentColumns = '-mx-3.5 grid grid-cols-2 wide:grid-cols-3'

/** Recent study items, in windows from 641 px. */
function Recent() {
  const { data, error, refetch } = useCall('GET /v130/recently_study', { pageSize: 6 })
  if (data?.list.length === 0) return <NothingYet text="还没有学过的内容，挑一样开始吧" />
  return (
    <RecentCard>
      {data ? (
        <ul className={recentColumns}>
          {data.list.map((item) => (
            <li key={item.id}>
              <StudyRow item={item} />
            </li>
          ))}
        </ul>
      ) : error ? (
        <Empty type="error" text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows count={4} className={recentColumns} />
      )}
    </RecentCard>
  )
}

function NothingYet({ text }: { text: string }) {
  return (
    <RecentCard>
      <Empty hint={text}>
        <a href="#/pages/index/course" className={buttonClass('line')}>
          去选课
        </a>
      </Empty>
    </RecentCard>
  )
}

function RecentCard({ children }: { children: ReactNode }) {
  return (
    <section aria-label="最近学习" className="rounded-card bg-card px-5 pt-1 pb-4">
      <SectionHead title="最近学习" more="全部" href="#/pages/study/index" />
      {children}
    </section>
  )
}

function Profile({ user }: { user: UserInfo }) {
  return (
    <Row>
      <a href="#/pages/my/edit-info" className="flex min-w-0 flex-1 items-center gap-3 rounded-card">
        <Avatar name={user.nickname} src={user.avatar} size={62} />
        <span className="min-w-0 flex-1">
          <bdi className="block truncate text-19 font-bold">{user.nickname}</bdi>
          <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
            {user.studentStatus === 'passed' && (
              <Tag>
                <Check aria-hidden="true" size={12} strokeWidth={3} />
                已认证{user.student && ` · ${user.student.school}`}
              </Tag>
            )}
            <span className="tabular-nums text-12 text-ink-3">
              {user.mobile ? maskMobile(user.mobile) : '未绑定手机号'}
            </span>
          </span>
          {user.bio && <span className="mt-2 hidden text-13 user-text text-ink-2 desk:line-clamp-4">{user.bio}</span>}
        </span>
      </a>
    </Row>
  )
}

function Guest() {
  return (
    <Row>
      <button
        type="button"
        onClick={() => openLoginPage()}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-card text-left"
      >
        <Avatar name="学" size={62} />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1 text-19 font-bold">
            登录 / 注册
            <ChevronRight aria-hidden="true" size={18} className="text-ink-3 desk:hidden" />
          </span>
          <span className="mt-0.5 block text-12 text-ink-3">登录后同步学习进度、笔记和已购内容</span>
        </span>
      </button>
      <div className="hidden desk:block">
        <Button onClick={() => openLoginPage()}>登录</Button>
      </div>
    </Row>
  )
}

/** Row for the user's avatar and name, with the settings link on the right. */
function Row({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-2">
      {children}
      <a
        href="#/pages/setting/index"
        aria-label="设置"
        className="grid size-11 shrink-0 place-items-center rounded-full active:bg-track desk:hidden"
      >
        <Settings aria-hidden="true" size={22} strokeWidth={1.8} />
      </a>
    </div>
  )
}

function Loading() {
  return (
    <div className="flex items-center gap-3">
      <Skeleton className="size-15.5 rounded-full" />
      <div className="w-40 space-y-2">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-3.5 w-40" />
      </div>
    </div>
  )
}

function StudentValue({ status }: { status: StudentStatus }) {
  const { title, className } = studentStates[status]
  return <span className={className}>{status === 'passed' ? '已认证' : title}</span>
}
