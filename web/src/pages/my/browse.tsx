import { callApi } from '../../api/client'
import { invalidateCalls } from '../../api/use-call'
import { type SavedItem, SavedList } from '../../features/library/saved-list'
import { toast } from '../../state/flash'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'

/** Maximum number of items that one call removes. */
const most = 100

async function remove(items: SavedItem[]): Promise<void> {
  for (let at = 0; at < items.length; at += most) {
    await callApi('POST /v1/browse_delete', { ids: items.slice(at, at + most).map(({ id }) => id) })
  }
  done()
}

async function clear(): Promise<void> {
  await callApi('POST /v1/browse_delete', {})
  done()
}

function done(): void {
  toast('浏览记录已删除')
  void invalidateCalls('GET /v1/my_counts', 'GET /v1/user_browse_records')
}

export default function BrowsePage() {
  return (
    <SavedList
      call="GET /v1/user_browse_records"
      remove={remove}
      clear={clear}
      verb="删除"
      empty={
        <Empty hint="最近没有看过什么">
          <a href="#/pages/index/course" className={buttonClass('line')}>
            去看看课程
          </a>
        </Empty>
      }
    />
  )
}
