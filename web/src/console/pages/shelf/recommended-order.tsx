import type { ItemBrief } from '@dxx/contract/calls/staff/coupons'
import ListOrdered from 'lucide-react/icons/list-ordered'
import { type ReactNode, useState } from 'react'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { useUrlState } from '../../kit/address'
import { ConsoleButton } from '../../kit/button'
import { FilterSelect } from '../../kit/fields'
import { PageHead } from '../../kit/page-head'
import { Failure, RegionState, TableSkeleton } from '../../kit/states'
import { offerUndo } from '../../kit/undo'
import { ItemPicker, kindNames } from '../coupons/item-picker'
import { SortableList } from './sortable-list'

const kinds = Object.entries(kindNames).map(([value, label]) => ({ value, label }))

/** Order of the recommended items of a kind; all other items follow by score. */
export function RecommendedOrder({ tabs }: { tabs: ReactNode }) {
  const [{ kind }, setAddress] = useUrlState(['kind'])
  const chosen = (kind in kindNames ? kind : 'course') as ItemBrief['kind']
  const { data, error, refetch } = useStaffCall('GET /staff/v1/shelf_recommended', { kind: chosen })
  return (
    <>
      <PageHead title="上架" facts="推荐的排在首页和列表的最前，其余按综合排序" />
      {tabs}
      <section aria-label="推荐顺序" className="min-h-0 flex-1 overflow-y-auto rounded-card bg-card">
        <div className="px-4 py-3">
          <FilterSelect label="种类" value={chosen} onChange={(next) => setAddress({ kind: next })} options={kinds} />
        </div>
        {data ? (
          <Order key={chosen} kind={chosen} stored={data.list} />
        ) : error ? (
          <Failure error={error} noun="推荐顺序" onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton height={56} />
        )}
      </section>
    </>
  )
}

function Order({ kind, stored }: { kind: ItemBrief['kind']; stored: ItemBrief[] }) {
  const [items, setItems] = useState(stored)
  const save = useStaffAction('POST /staff/v1/shelf_recommend', {
    changes: ['GET /staff/v1/shelf_recommended', 'GET /staff/v1/shelf_list'],
  })
  const idsOf = (list: ItemBrief[]) => list.map(({ id }) => id)
  const isChanged = idsOf(items).join() !== idsOf(stored).join()
  const apply = async () => {
    const before = stored
    if (!(await save.run({ kind, ids: idsOf(items) }))) return
    offerUndo(`${kindNames[kind]}的推荐顺序已生效`, () => {
      setItems(before)
      void save.run({ kind, ids: idsOf(before) })
    })
  }
  return (
    <div className="max-w-180 pb-5">
      {items.length === 0 ? (
        <RegionState
          tone="blue"
          icon={<ListOrdered size={24} />}
          title="没有推荐"
          text={`${kindNames[kind]}都按综合排序；在下面选几项排到最前`}
        />
      ) : (
        <SortableList
          label="推荐顺序"
          items={items}
          keyOf={({ id }) => id}
          nameOf={({ title }) => title}
          onChange={setItems}
          canRemove
        />
      )}
      <div className="space-y-3 px-4 pt-4">
        <ItemPicker
          label="加一项"
          hint="加在最后，再用箭头移动（Alt ↑ ↓）"
          call="GET /staff/v1/shelf_items"
          kind={kind}
          items={items}
          onChange={setItems}
          isListed
        />
        <ConsoleButton kind="amber" disabled={!isChanged} loading={save.running} onClick={() => void apply()}>
          {`生效（${items.length} 项推荐）`}
        </ConsoleButton>
      </div>
    </div>
  )
}
