import { useCall } from '../../api/use-call'
import { ArticleView } from '../../features/article/article-view'
import { logo, squareOf, useShareCard } from '../../features/share/share-card'
import { usePage, usePageTitle } from '../../router/page-context'
import { Banner } from '../../ui/banner'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'

/** Content of a banner with its link. */
export default function BannerPage() {
  const { id } = usePage().query
  if (id) return <OneBanner id={id} />
  return (
    <Empty text="活动已结束，去看看别的内容吧">
      <a href="#/pages/index/index" className={buttonClass('line')}>
        去首页看看
      </a>
    </Empty>
  )
}

function OneBanner({ id }: { id: string }) {
  const query = useCall('GET /v130/banner_info', { id })
  usePageTitle(query.data?.title)
  const { title = '', subtitle = '', image } = query.data ?? {}
  useShareCard({ title, summary: subtitle, image: squareOf(image) ?? logo })
  return (
    <ArticleView
      query={query}
      beside={({ link, action, ...banner }) => (
        <section aria-label="活动" className="space-y-4 rounded-card bg-card p-4">
          <Banner {...banner} small />
          {link && (
            <a href={`#/${link}`} className={buttonClass('primary', 'large', true)}>
              {action}
            </a>
          )}
        </section>
      )}
    >
      {({ link, action }) =>
        link && (
          <a href={`#/${link}`} className={`${buttonClass('primary', 'large', true)} mt-8 desk:hidden`}>
            {action}
          </a>
        )
      }
    </ArticleView>
  )
}
