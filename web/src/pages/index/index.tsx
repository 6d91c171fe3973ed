import { lazy, Suspense } from 'react'
import { useCall } from '../../api/use-call'
import { studyHref } from '../../features/catalogue/kinds'
import { openPage } from '../../router/navigation'
import { getToken } from '../../state/token'
import { PullRefresh } from '../../ui/paging/pull-refresh'
import { Skeleton } from '../../ui/skeleton'
import { useDesktop, useTopBar } from '../../ui/use-media'
import { Banners } from './banners'
import { Categories } from './categories'
import { HomeHead } from './home-head'
import { HomeSections, SectionsSkeleton } from './home-sections'
import { type Index, Resume } from './resume'

/** Loaded on desktop only; if loading fails, the page renders without it. */
const DesktopResume = lazy(() => import('./desktop-resume').catch(() => ({ default: () => null })))

const loadPersonal = () => import('./personal').catch(() => ({ default: () => null }))
/** Shown to users who have something to do today; if loading fails, the page renders without it. */
const Personal = lazy(loadPersonal)
// Loads the code together with the page's data, because the sections below wait for it.
if (getToken()) void loadPersonal()

/** Home page, loaded with a single call. On desktop the top bar replaces the header. */
export default function HomePage() {
  const desktop = useDesktop()
  const index = useCall('GET /v1/course_index', {})
  /** Handles a long pull-down (二楼): opens the last studied item, or the study page if there is none. */
  function resume() {
    const latest = index.data?.resumes[0]
    void openPage(latest ? studyHref(latest.curriculum).slice(1) : '/pages/study/index')
  }
  return (
    <>
      <h1 className="sr-only">首页</h1>
      {!useTopBar() && <HomeHead />}
      <PullRefresh onRefresh={index.refetch} onSecondFloor={resume}>
        <div className="px-4 pb-6 desk:pt-6 desk:pb-12">
          <div className="home-top">
            <Banners query={index} />
            {!desktop && <Categories query={index} />}
            {desktop ? (
              <Suspense fallback={<Skeleton className="h-67 rounded-card" />}>
                <DesktopResume query={index} />
              </Suspense>
            ) : (
              <Resume query={index} />
            )}
          </div>
          {/* Around the sections too, which would otherwise appear first and be pushed down. */}
          <Suspense fallback={<SectionsSkeleton />}>
            {index.data && hasPersonal(index.data) && <Personal data={index.data} desktop={desktop} />}
            <HomeSections query={index} />
          </Suspense>
        </div>
      </PullRefresh>
    </>
  )
}

const hasPersonal = ({ reviewDue, exam, assignment, because }: Index) =>
  reviewDue > 0 || exam !== null || assignment !== null || because !== null
