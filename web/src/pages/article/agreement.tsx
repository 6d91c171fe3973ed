import { useCall } from '../../api/use-call'
import { ArticleView } from '../../features/article/article-view'
import { usePage, usePageTitle } from '../../router/page-context'
import { pageUrl } from '../../router/page-url'
import { ListRow } from '../../ui/list-row'

const agreements = [
  { id: 1, title: '用户协议' },
  { id: 2, title: '隐私政策' },
]

/** `?id=1` shows the 用户协议, `?id=2` the 隐私政策. */
export default function AgreementPage() {
  const id = Number(usePage().query.id ?? 1)
  const query = useCall('GET /v1/agreement/{id}', { id })
  usePageTitle(query.data?.title)
  return (
    <ArticleView
      query={query}
      dated={({ updatedAt }) => updatedAt}
      beside={() =>
        agreements
          .filter((one) => one.id !== id)
          .map((one) => (
            <ListRow
              key={one.id}
              href={`#${pageUrl('pages/article/agreement', { id: one.id })}`}
              title={one.title}
              note="另一份协议"
            />
          ))
      }
    />
  )
}
