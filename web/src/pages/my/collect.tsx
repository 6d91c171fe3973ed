import { callApi } from '../../api/client'
import { invalidateCalls } from '../../api/use-call'
import { kindCalls } from '../../features/catalogue/kind-calls'
import { type SavedItem, SavedList } from '../../features/library/saved-list'
import { toast } from '../../state/flash'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'

/** Removes favourites one after the other; items removed before a failure stay removed. */
async function remove(items: SavedItem[]): Promise<void> {
  try {
    for (const { id, kind } of items) await callApi(kindCalls[kind].favourite, { id, on: false })
    toast('已取消收藏')
  } finally {
    void invalidateCalls('GET /v1/my_counts', ...Object.values(kindCalls).map(({ info }) => info))
  }
}

export default function CollectPage() {
  return (
    <SavedList
      call="GET /v1/user_collection_list"
      remove={remove}
      verb="取消收藏"
      empty={
        <Empty hint="还没有收藏，看到喜欢的点一下爱心">
          <a href="#/pages/index/course" className={buttonClass('line')}>
            去看看课程
          </a>
        </Empty>
      }
    />
  )
}
