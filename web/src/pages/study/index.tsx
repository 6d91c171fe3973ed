import CalendarDays from 'lucide-react/icons/calendar-days'
import Download from 'lucide-react/icons/download'
import SquareTerminal from 'lucide-react/icons/square-terminal'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../api/use-call'
import { usePagedCall } from '../../api/use-paged-call'
import { useCurrentUser } from '../../features/account/with-user'
import { WaitingAssignments } from '../../features/assignments/waiting-assignments'
import { useShowBook } from '../../features/catalogue/use-show-book'
import { BankList } from '../../features/study/bank-list'
import { DueRows } from '../../features/study/due-rows'
import { StudyExamList } from '../../features/study/exam-list'
import { StudyCalendar } from '../../features/study/study-calendar'
import { StudyList, type StudyListCall } from '../../features/study/study-list'
import { studyGrid } from '../../features/study/study-row'
import { TodayCard } from '../../features/study/today-card'
import { useStudyDelete } from '../../features/study/use-study-delete'
import { openLoginPage } from '../../router/navigation'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { Button, buttonClass } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { Sheet } from '../../ui/sheet'
import { SkeletonRows } from '../../ui/skeleton-shapes'
import { TabPanel, Tabs } from '../../ui/tabs'
import { useDesktop } from '../../ui/use-media'

const tabs = [
  { id: 'afoot', title: '进行中' },
  { id: 'course', title: '课程' },
  { id: 'library', title: '书架' },
  { id: 'bank', title: '题库' },
  { id: 'exam', title: '考试' },
] as const
type TabId = (typeof tabs)[number]['id']

/** Tabs that list curricula; the others have their own rows. */
const calls: Partial<Record<TabId, StudyListCall>> = {
  afoot: 'GET /v130/study_afoot',
  course: 'GET /v130/study_course',
  library: 'GET /v130/study_library',
}

export default function StudyPage() {
  const { state } = useCurrentUser()
  return <div className="px-4 pb-6 desk:pt-6 desk:pb-12">{state === 'guest' ? <Guest /> : <Study />}</div>
}

/**
 * Homework above the list. For students both are shown together, so that the list does not move; for others, who rarely
 * have homework, it is added when it comes.
 */
function WithHomework({ children }: { children: ReactNode }) {
  const { state, user } = useCurrentUser()
  // Requested here as well, because the component that shows it waits for the user info.
  useCall('GET /v1/assignments', {})
  const rows = <SkeletonRows className={studyGrid} count={6} />
  if (state === 'loading') return rows
  if (user?.studentStatus === 'passed') return <WaitingAssignments skeleton={rows}>{children}</WaitingAssignments>
  return (
    <>
      <WaitingAssignments />
      {children}
    </>
  )
}

function Study() {
  const [query, changeQuery] = usePageQuery()
  const desktop = useDesktop()
  const statistics = useCall('GET /v130/study_statistics', {})
  const [days, setDays] = useState(false)
  const [managing, setManaging] = useState(false)
  const { remove, undoBar } = useStudyDelete()
  const showBook = useShowBook()
  const shownTabs = showBook ? tabs : tabs.filter(({ id }) => id !== 'library')
  const tab = shownTabs.find(({ id }) => id === query.tab)?.id ?? 'afoot'
  const call = calls[tab]
  // Shares the cached response of the list below, so that no second request is sent.
  const isManageable = usePagedCall(call ?? calls.afoot!, {}, { enabled: call !== undefined }).list.length > 0
  const list = call && <StudyList key={tab} call={call} managing={managing} onRemove={remove} />
  return (
    <div className="desk:grid desk:grid-cols-[minmax(0,1fr)_340px] desk:items-start desk:gap-6">
      {/* Covers the status bar, so that scrolled content does not show through it. */}
      <div
        aria-hidden="true"
        className="pt-safe sticky top-0 z-10 -mx-4 -mb-[env(safe-area-inset-top)] bg-page desk:hidden"
      />
      <Head onDays={desktop ? undefined : () => setDays(true)} />
      <aside aria-label="学习概况" className="space-y-4 desk:order-2">
        <TodayCard query={statistics} />
        {desktop && (
          <div className="rounded-card bg-card p-4">
            <h2 className="mb-2 text-15 font-bold">学习日历</h2>
            <StudyCalendar statistics={statistics.data} />
          </div>
        )}
      </aside>
      <div className="min-w-0">
        <div className="sticky top-[env(safe-area-inset-top)] z-10 -mx-4 flex items-center gap-3 bg-page px-4 desk:mx-0 desk:px-0">
          <div className="min-w-0 flex-1">
            <Tabs
              id="study"
              label="学习内容"
              items={shownTabs}
              value={tab}
              hrefOf={(id) => `#${pageUrl('pages/study/index', { tab: id === 'afoot' ? undefined : id })}`}
              onChange={(id) => {
                setManaging(false)
                changeQuery({ tab: id === 'afoot' ? undefined : id })
              }}
            />
          </div>
          {call && isManageable && (
            <button
              type="button"
              aria-pressed={managing}
              onClick={() => setManaging(!managing)}
              className="tap shrink-0 rounded-item text-14 text-primary"
            >
              {managing ? '完成' : '管理'}
            </button>
          )}
        </div>
        <div className="min-h-[40vh] pt-2">
          <TabPanel tabs="study" value={tab}>
            {tab === 'afoot' ? (
              <WithHomework>
                {list}
                <DueRows statistics={statistics.data} />
              </WithHomework>
            ) : (
              list
            )}
            {tab === 'bank' && <BankList />}
            {tab === 'exam' && <StudyExamList />}
          </TabPanel>
        </div>
      </div>
      {!desktop && (
        <Sheet open={days} onClose={() => setDays(false)} title="学习日历">
          <StudyCalendar statistics={statistics.data} />
        </Sheet>
      )}
      {undoBar}
    </div>
  )
}

/** Title and tools. `onDays` opens the calendar, which wide windows show beside the list. */
function Head({ onDays }: { onDays: (() => void) | undefined }) {
  return (
    <header className="pt-safe flex min-h-14 items-center desk:col-span-2 desk:min-h-0">
      <h1 className="flex-1 text-23 font-bold">学习</h1>
      <a
        href="#/pages/digital-textbooks/runcode"
        aria-label="运行代码"
        title="运行代码"
        className="grid size-11 place-items-center rounded-full active:bg-track"
      >
        <SquareTerminal aria-hidden="true" size={22} strokeWidth={1.8} />
      </a>
      <a
        href="#/pages/study/offline"
        aria-label="离线书架"
        title="离线书架"
        className="grid size-11 place-items-center rounded-full active:bg-track"
      >
        <Download aria-hidden="true" size={22} strokeWidth={1.8} />
      </a>
      {onDays && (
        <IconButton label="学习日历" onClick={onDays} className="-mr-2">
          <CalendarDays aria-hidden="true" size={22} strokeWidth={1.8} />
        </IconButton>
      )}
    </header>
  )
}

/** Shown if the session ends while the page is open. (A guest who opens the page is sent to the login page.) */
function Guest() {
  const showBook = useShowBook()
  return (
    <>
      <h1 className="pt-safe flex min-h-14 items-center text-23 font-bold">学习</h1>
      <section className="rounded-card bg-linear-to-br from-[#2160ee] to-[#1a4fd0] px-5 py-7 text-white">
        <h2 className="text-19 font-bold">学到哪里，都替你记着</h2>
        <p className="mt-1.5 text-14">登录后看今天学了多久、连续学了几天，从上次停下的地方接着学。</p>
        <Button kind="amber" className="mt-5 min-w-36" onClick={() => openLoginPage()}>
          登录 / 注册
        </Button>
      </section>
      <div className="mt-4 grid grid-cols-2 gap-3">
        <a href="#/pages/index/course" className={buttonClass('plain')}>
          先看看课程
        </a>
        {showBook && (
          <a href="#/pages/books/index" className={buttonClass('plain')}>
            逛逛书城
          </a>
        )}
      </div>
    </>
  )
}
