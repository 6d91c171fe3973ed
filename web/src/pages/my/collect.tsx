import { callApi } from '../../api/client'
import { invalidateCalls } from '../../api/use-call'
import { kindCalls } from '../../features/catalogue/kind-calls'
import { type Kept, KeptList } from '../../features/library/kept-list'
import { toast } from '../../state/flash'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'

/** One after the other: what was let go before a failure stays so. */
async function remove(items: Kept[]): Promise<void> {
  try {
    for (const { id, kind } of items) await callApi(kindCalls[kind].favourite, { id, on: false })
    toast('已取消收藏')
  } finally {
    void invalidateCalls('GET /v1/my_counts', ...Object.values(kindCalls).map(({ info }) => info))
  }
}

export default function CollectPage() {
  return (
    <KeptList
      call="GET /v1/user_collection_list"
      remove={remove}
      verb="取消收藏"
      empty={
        <Empty text="还没有收藏，看到喜欢的点一下爱心">
          <a href="#/pages/index/course" className={buttonClass('line')}>
            去看看课程
          </a>
        </Empty>
      }
    />
  )
}
