import { useLocation } from 'wouter'
import { PageTabs } from '../kit/page-tabs'
import { Collections } from './shelf/collections'
import { RecommendedOrder } from './shelf/recommended-order'
import { SchoolSeats } from './shelf/school-seats'
import { ShelfList } from './shelf/shelf-list'

const tabs = [
  { id: '', name: '内容与价格' },
  { id: 'order', name: '推荐顺序' },
  { id: 'collections', name: '首页专题' },
  { id: 'seats', name: '学校名额' },
] as const

/** 上架: prices, sale windows, recommended order, collections, and seats of schools. */
export function ShelfPage({ id = '' }: { id?: string }) {
  const [, go] = useLocation()
  const tab = tabs.find((one) => one.id === id)?.id ?? ''
  const bar = (
    <PageTabs label="分类" tabs={tabs} value={tab} onChange={(next) => go(next ? `/shelf/${next}` : '/shelf')} />
  )
  if (tab === 'order') return <RecommendedOrder tabs={bar} />
  if (tab === 'collections') return <Collections tabs={bar} />
  if (tab === 'seats') return <SchoolSeats tabs={bar} />
  return <ShelfList tabs={bar} />
}
