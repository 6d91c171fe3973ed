import { lazy, Suspense } from 'react'
import { useCall } from '../../api/use-call'
import { PullRefresh } from '../../ui/paging/pull-refresh'
import { Skeleton } from '../../ui/skeleton'
import { useDesktop } from '../../ui/use-media'
import { Banners } from './banners'
import { Categories } from './categories'
import { HomeHead } from './home-head'
import { Resume } from './resume'
import { Shelves } from './shelves'

/** Phones go without its code; where it does not arrive, the page stands without it. */
const DesktopResume = lazy(() => import('./desktop-resume').catch(() => ({ default: () => null })))

/** One call; on desktop the top bar leads to what the icons do. */
export default function HomePage() {
  const desktop = useDesktop()
  const index = useCall('GET /v1/course_index', {})
  return (
    <>
      <h1 className="sr-only">首页</h1>
      {!desktop && <HomeHead />}
      <PullRefresh onRefresh={index.refetch}>
        <div className="px-4 pb-6 desk:pt-6 desk:pb-12">
          <div className="desk:grid desk:grid-cols-[minmax(0,1fr)_340px] desk:items-stretch desk:gap-5">
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
          <Shelves query={index} />
        </div>
      </PullRefresh>
    </>
  )
}
