import Headset from 'lucide-react/icons/headset'
import PenLine from 'lucide-react/icons/pen-line'
import { useDeferredValue, useState } from 'react'
import { useCall } from '../../api/use-call'
import { ArticleView } from '../../features/article/article-view'
import { ContactWays } from '../../features/support/contact'
import { usePage, usePageTitle } from '../../router/page-context'
import { buttonClass } from '../../ui/button'
import { Cell, CellGroup } from '../../ui/cell'
import { Empty } from '../../ui/empty'
import { SearchBox } from '../../ui/search-box'
import { Skeleton } from '../../ui/skeleton'

/** `?id=` shows one help article; without an id, all articles by category. */
export default function HelpPage() {
  const { id } = usePage().query
  return id ? <OneArticle id={id} /> : <AllArticles />
}

function OneArticle({ id }: { id: string }) {
  const query = useCall('GET /v1/help_info', { id })
  usePageTitle(query.data?.title)
  return (
    <ArticleView query={query}>
      {() => (
        <div className="mt-10 rounded-card bg-card p-4 text-center tablet:bg-fill">
          <p className="text-14 text-ink-2">还没有解决？</p>
          <div className="mt-3 flex justify-center gap-3">
            <a href="#/pages/help/cs" className={buttonClass('primary')}>
              联系客服
            </a>
            <a href="#/pages/help/feedback" className={buttonClass('line')}>
              提交反馈
            </a>
          </div>
        </div>
      )}
    </ArticleView>
  )
}

function AllArticles() {
  const [keyword, setKeyword] = useState('')
  const wanted = useDeferredValue(keyword.trim().slice(0, 50))
  const { data, error, refetch } = useCall('GET /v1/help', wanted ? { keyword: wanted } : {})
  return (
    <div className="px-4 pt-2 pb-10">
      <SearchBox value={keyword} onChange={setKeyword} placeholder="搜索问题，如 退款、验证码" />
      <div className="mt-3 grid grid-cols-2 gap-2.5">
        <Entry
          href="#/pages/help/cs"
          icon={<Headset aria-hidden="true" size={22} />}
          title="联系客服"
          note="在线留言"
        />
        <Entry
          href="#/pages/help/feedback"
          icon={<PenLine aria-hidden="true" size={22} />}
          title="意见反馈"
          note="说说你的建议"
        />
      </div>
      {data ? (
        <div className="tablet:columns-2 tablet:gap-4 desk:gap-5 tablet:*:break-inside-avoid tablet:[&_h2]:mt-0 tablet:[&_h2]:pt-4">
          {data.map(({ id, title, articles }) => (
            <CellGroup key={id} title={title}>
              {articles.map((article) => (
                <Cell
                  key={article.id}
                  title={article.title}
                  note={article.snippet || undefined}
                  href={`#/pages/help/index?id=${article.id}`}
                />
              ))}
            </CellGroup>
          ))}
          {data.length === 0 && (
            <Empty hint={`没有找到和「${wanted}」有关的帮助，换个词试试，或者直接问客服`}>
              <a href="#/pages/help/cs" className={`${buttonClass('primary')} min-w-36`}>
                联系客服
              </a>
            </Empty>
          )}
        </div>
      ) : error ? (
        <Empty type="error" text={error.msg} onRetry={() => refetch()} />
      ) : (
        <div role="status" className="mt-4 space-y-3">
          <span className="sr-only">正在加载</span>
          {[1, 2, 3].map((group) => (
            <Skeleton key={group} className="h-44 rounded-card" />
          ))}
        </div>
      )}
      <div className="mt-6">
        <ContactWays />
      </div>
    </div>
  )
}

interface EntryProps {
  href: string
  icon: React.ReactNode
  title: string
  note: string
}

function Entry({ href, icon, title, note }: EntryProps) {
  return (
    <a href={href} className="flex items-center gap-3 rounded-card bg-card p-3.5 active:bg-fill">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-primary-soft text-primary">{icon}</span>
      <span className="min-w-0">
        <span className="block font-semibold">{title}</span>
        <span className="block truncate text-12 text-ink-3">{note}</span>
      </span>
    </a>
  )
}
