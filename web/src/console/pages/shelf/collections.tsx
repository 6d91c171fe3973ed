import type { Collection } from '@dxx/contract/calls/staff/shelf'
import LayoutList from 'lucide-react/icons/layout-list'
import { type ReactNode, useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { useNewButton } from '../../kit/new-button'
import { PageHead } from '../../kit/page-head'
import { Failure, RegionState, TableSkeleton } from '../../kit/states'
import { StateTag } from '../../kit/tag'
import { kindNames } from '../coupons/item-picker'
import { CollectionDialog } from './collection-dialog'
import { SortableList } from './sortable-list'

/** Sections of the home page that staff compose, in their order. */
export function Collections({ tabs }: { tabs: ReactNode }) {
  const { data, error, refetch } = useStaffCall('GET /staff/v1/collection_list', {})
  const [edited, setEdited] = useState<Collection | 'new' | null>(null)
  const [deleted, setDeleted] = useState<Collection | null>(null)
  const changes = ['GET /staff/v1/collection_list' as const]
  const order = useStaffAction('POST /staff/v1/collection_order', { changes })
  const remove = useStaffAction('POST /staff/v1/collection_delete', {
    changes,
    onDone: () => {
      setDeleted(null)
      toast('已删除')
    },
  })
  const add = useNewButton('新建专题', () => setEdited('new'))
  return (
    <>
      <PageHead title="上架" facts="专题是首页的一栏，排在各类内容之前" actions={add} />
      {tabs}
      <section aria-label="首页专题" className="min-h-0 flex-1 overflow-y-auto rounded-card bg-card py-2">
        {!data ? (
          error ? (
            <Failure error={error} noun="专题" onRetry={() => void refetch()} />
          ) : (
            <TableSkeleton height={56} />
          )
        ) : data.list.length === 0 ? (
          <RegionState
            tone="blue"
            icon={<LayoutList size={24} />}
            title="还没有专题"
            text="把几项同类内容放在一起，显示在首页最前"
          >
            {add}
          </RegionState>
        ) : (
          <SortableList
            label="首页专题"
            items={data.list}
            keyOf={({ id }) => id}
            nameOf={({ title }) => title}
            onChange={(list) => void order.run({ ids: list.map(({ id }) => id) })}
          >
            {(collection) => (
              <span className="flex flex-wrap items-center gap-2 pb-1.5 text-12 text-ink-2">
                <StateTag tone={collection.published ? 'green' : 'grey'}>
                  {collection.published ? '首页显示' : '没有显示'}
                </StateTag>
                {kindNames[collection.kind]} {collection.items.length} 项
                <ConsoleButton kind="quiet" size="small" onClick={() => setEdited(collection)}>
                  修改
                </ConsoleButton>
                <ConsoleButton kind="quiet" size="small" onClick={() => setDeleted(collection)}>
                  删除…
                </ConsoleButton>
              </span>
            )}
          </SortableList>
        )}
      </section>
      {edited && <CollectionDialog collection={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      <Confirm
        open={deleted !== null}
        onClose={() => setDeleted(null)}
        title={`删除专题“${deleted?.title ?? ''}”？`}
        effect="首页不再显示这一栏；里面的内容不受影响。"
        confirm="删除 1 个专题"
        running={remove.running}
        onConfirm={() => deleted && void remove.run({ id: deleted.id })}
      />
    </>
  )
}
