import type { CallData, CallResult } from '../../api/use-call'
import { pageUrl } from '../../router/page-url'
import { Banner } from '../../ui/banner'
import { Skeleton } from '../../ui/skeleton'
import { Swiper } from '../../ui/swiper'

export function Banners({ query: { data, error } }: { query: CallResult<CallData<'GET /v1/course_index'>> }) {
  if (!data) return error ? null : <Skeleton className="h-37 rounded-card desk:h-67" />
  if (data.banners.length === 0) return null
  return (
    <Swiper label="推荐活动">
      {data.banners.map(({ id, link, ...banner }, index) => (
        <a
          key={id}
          href={`#${link ? `/${link}` : pageUrl('pages/article/banner', { id })}`}
          className="block rounded-card -outline-offset-3"
        >
          <Banner {...banner} eager={index === 0} />
        </a>
      ))}
    </Swiper>
  )
}
