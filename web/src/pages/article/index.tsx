import { formatDate } from '@dxx/contract/rules/time-from'
import { useCall } from '../../api/use-call'
import { usePagedCall } from '../../api/use-paged-call'
import { ArticleView } from '../../features/article/article-view'
import { logo, useShareCard } from '../../features/share/share-card'
import { usePage, usePageTitle } from '../../router/page-context'
import { ListRow } from '../../ui/list-row'
import { PagedList } from '../../ui/paging/paged-list'

/** `?id=` shows one article; without an id, the list of articles. */
export default function ArticlePage() {
  const { id } = usePage().query
  return id ? <OneArticle id={id} /> : <AllArticles />
}

function OneArticle({ id }: { id: string }) {
  const query = useCall('GET /v1/article_info', { id })
  usePageTitle(query.data?.title)
  useShareCard(query.data && { ...query.data, image: logo })
  return <ArticleView query={query} dated={({ publishedAt }) => publishedAt} />
}

function AllArticles() {
  const articles = usePagedCall('GET /v1/article_list', {})
  return (
    <div className="text-column px-4 pb-8">
      <PagedList
        {...articles}
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
