import type { ShelfItem } from '@dxx/contract/calls/staff/shelf'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { DetailPane } from '../../kit/detail-pane'
import { TextField } from '../../kit/fields'
import { timeText } from '../../kit/time'
import { TimeField } from '../../kit/time-field'
import { offerUndo } from '../../kit/undo'
import { kindNames } from '../coupons/item-picker'
import { Facts } from '../work/facts'
import { formatPrice } from '../work/money'
import { checkShelfForm, putOnShelf, type ShelfForm, type Shelved, shelfFormOf, shelvedOf } from './shelf-form'
import { ShelfState } from './shelf-state'

const fieldNames: Record<string, string> = {
  price_cents: '价格',
  discount_percent: '折扣',
  published: '上架',
  published_at: '开售时间',
  sale_ends_at: '结束时间',
}

/** Price, sale window and state (on or off the shelf) of one item. Every change can be undone for eight seconds. */
export function ShelfPane({ item, onClose }: { item: ShelfItem | undefined; onClose(): void }) {
  return (
    <DetailPane open={item !== undefined} onClose={onClose} title={item?.title ?? '内容'}>
      {item && <Details item={item} />}
    </DetailPane>
  )
}

function Details({ item }: { item: ShelfItem }) {
  const [form, setForm] = useState(() => shelfFormOf(item))
  const change = useStaffAction('POST /staff/v1/shelf_change', { changes: ['GET /staff/v1/shelf_list'] })
  const current = shelvedOf(item)
  const { problems, set, isValid, payCents } = checkShelfForm(form, current, Date.now() / 1000)
  const isChanged = JSON.stringify(set) !== JSON.stringify(current)

  const apply = async (next: Shelved, text: string) => {
    const after = await change.run({ id: item.id, set: next, seen: current })
    if (!after) return
    setForm(shelfFormOf(after))
    offerUndo(text, () => {
      void change.run({ id: item.id, set: current, seen: shelvedOf(after) }).then((undone) => {
        if (!undone) return
        setForm(shelfFormOf(undone))
        toast('已撤销')
      })
    })
  }
  const put =
    <K extends keyof ShelfForm>(field: K) =>
    (value: ShelfForm[K]) =>
      setForm((before) => ({ ...before, [field]: value }))
  return (
    <div className="space-y-5">
      <div className="flex items-center justify-between gap-3">
        <ShelfState state={item.state} />
        <ConsoleButton
          kind={item.onShelf ? 'danger' : 'amber'}
          size="small"
          loading={change.running}
          onClick={() =>
            void apply(
              item.onShelf ? { ...current, onShelf: false } : putOnShelf(current, Math.floor(Date.now() / 1000)),
              item.onShelf ? `已下架《${item.title}》` : `已上架《${item.title}》`,
            )
          }
        >
          {item.onShelf ? '下架' : '上架'}
        </ConsoleButton>
      </div>
      <div className="grid gap-3 desk:grid-cols-2">
        <TextField
          label="标价（元）"
          inputMode="decimal"
          value={form.price}
          onChange={put('price')}
          error={problems.price}
        />
        <TextField
          label="实付占标价的 %"
          inputMode="decimal"
          value={form.percent}
          onChange={put('percent')}
          error={problems.percent}
          hint={problems.price ? undefined : `学生付 ${payCents === 0 ? '0，免费' : formatPrice(payCents)}`}
        />
        <TimeField
          label="开售（不填为上架时）"
          value={form.startsAt}
          onChange={put('startsAt')}
          error={problems.startsAt}
        />
        <TimeField
          label="结束（不填为一直卖）"
          value={form.endsAt}
          onChange={put('endsAt')}
          error={problems.endsAt}
          hint={form.endsAt === null ? undefined : '到时自动下架，买过的照常学'}
        />
      </div>
      <ConsoleButton
        kind="amber"
        disabled={!isChanged || !isValid}
        loading={change.running}
        onClick={() => void apply(set, `已改《${item.title}》`)}
      >
        生效
      </ConsoleButton>
      <ItemFacts item={item} />
      {item.kept.length > 0 && (
        <section aria-label="导入时保留">
          <h3 className="mb-1 font-semibold">导入时保留</h3>
          <ul className="text-12 text-ink-2">
            {item.kept.map(({ field, at }) => (
              <li key={field}>
                {fieldNames[field] ?? field} · {timeText(at)} 在管理台设定
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="text-12 text-ink-3">下架后不能再买，买过的人照常学习；未付款的订单 30 分钟内仍按原价付款。</p>
    </div>
  )
}

const ItemFacts = ({ item }: { item: ShelfItem }) => (
  <Facts
    rows={[
      ['种类', kindNames[item.kind]],
      ['学习人数', String(item.learners)],
      ['近 30 天', `${item.sold} 单，${formatPrice(item.soldCents)}`],
      ['推荐', item.recommended === null ? '按综合排序' : `第 ${item.recommended} 位`],
    ]}
  />
)
