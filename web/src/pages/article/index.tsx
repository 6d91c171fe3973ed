import { formatDate } from '@dxx/contract/rules/time-from'
import { useCall } from '../../api/use-call'
import { usePagedCall } from '../../api/use-paged-call'
import { ArticleView } from '../../features/article/article-view'
import { logo, useShareCard } from '../../features/share/share-card'
import { usePage, usePageTitle } from '../../router/page-context'
import { pageUrl } from '../../router/page-url'
import { ListRow } from '../../ui/list-row'
import { PagedList } from '../../ui/paging/paged-list'
import { SideCard } from '../../ui/side-card'
import { useDesktop } from '../../ui/use-media'

/** `?id=` shows one article; without an id, the list of articles. */
export default function ArticlePage() {
  const { id } = usePage().query
  return id ? <OneArticle id={id} /> : <AllArticles />
}

function OneArticle({ id }: { id: string }) {
  const query = useCall('GET /v1/article_info', { id })
  usePageTitle(query.data?.title)
  useShareCard(query.data && { ...query.data, image: logo })
  const others = useCall('GET /v1/article_list', {}, { supporting: true, enabled: useDesktop() }).data?.list
  return (
    <ArticleView
      query={query}
      dated={({ publishedAt }) => publishedAt}
      beside={() =>
        others &&
        others.length > 1 && (
          <SideCard title="更多文章">
            <ul>
              {others
                .filter((one) => one.id !== id)
                .slice(0, 6)
                .map((one) => (
                  <li key={one.id}>
                    <a
                      href={`#${pageUrl('pages/article/index', { id: one.id })}`}
                      className="hover-row -mx-2 block rounded-item px-2 py-2"
                    >
                      <span className="block text-14">{one.title}</span>
                      <span className="mt-0.5 line-clamp-2 text-12 text-ink-3">{one.summary}</span>
                    </a>
                  </li>
                ))}
            </ul>
          </SideCard>
        )
      }
    />
  )
}

function AllArticles() {
  const articles = usePagedCall('GET /v1/article_list', {})
  return (
    <div className="px-4 pb-8 tablet:pt-2">
      <PagedList
        {...articles}
        listClassName="row-grid"
        itemKey={({ id }) => id}
        renderItem={({ id, title, summary, publishedAt }) => (
          <ListRow href={`#/pages/article/index?id=${id}`} title={title} note={summary}>
            <span className="text-12 text-ink-3">{formatDate(publishedAt)}</span>
          </ListRow>
        )}
      />
    </div>
  )
}
