import type { StaffDiscount } from '@dxx/contract/calls/staff/coupons'
import { discountLabel } from '@dxx/contract/rules/discount'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { SelectField, TextField } from '../../kit/fields'
import { TimeField } from '../../kit/time-field'
import { checkForm, type DiscountForm, formOf } from './discount-form'
import { ItemPicker } from './item-picker'

/** Creates or changes a discount coupon. The terms of a coupon that was used are fixed. */
export function DiscountDialog({ coupon, onClose }: { coupon: StaffDiscount | null; onClose(): void }) {
  const [form, setForm] = useState(() => formOf(coupon, Math.floor(Date.now() / 60_000) * 60))
  const [tried, setTried] = useState(false)
  const { problems, input, isValid } = checkForm(form, coupon?.id)
  const save = useStaffAction('POST /staff/v1/discount_save', {
    changes: ['GET /staff/v1/discount_list'],
    onDone: () => {
      toast(coupon ? '已保存' : '已建好，学生结算时就能看到')
      onClose()
    },
  })
  const set =
    <K extends keyof DiscountForm>(field: K) =>
    (value: DiscountForm[K]) =>
      setForm((before) => ({ ...before, [field]: value }))
  const problem = (field: keyof DiscountForm) => (tried ? problems[field] : undefined)
  const isFixed = (coupon?.used ?? 0) > 0
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={coupon ? '修改优惠券' : '新建优惠券'}
      note={isFixed ? `已经用了 ${coupon?.used} 次，优惠和门槛不能再改` : undefined}
      actions={
        <>
          {isValid && <span className="mr-auto text-12 text-ink-2">学生会看到：{discountLabel(input)}</span>}
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton
            kind="amber"
            loading={save.running}
            onClick={() => {
              setTried(true)
              if (isValid) void save.run(input)
            }}
          >
            {coupon ? '保存' : '建好并生效'}
          </ConsoleButton>
        </>
      }
    >
      <div className="grid gap-3 pt-1 desk:grid-cols-3">
        <div className="desk:col-span-3">
          <TextField
            label="名称（学生看得到）"
            maxLength={40}
            value={form.title}
            onChange={set('title')}
            error={problem('title')}
          />
        </div>
        <TermFields form={form} set={set} problem={problem} disabled={isFixed} />
        <SelectField
          label="谁能用"
          value={form.audience}
          onChange={(audience) => set('audience')(audience === 'student' ? 'student' : 'all')}
          options={[
            { value: 'all', label: '所有人' },
            { value: 'student', label: '通过认证的学生' },
          ]}
        />
        <TextField
          label="每人限用（次）"
          inputMode="numeric"
          value={form.perUser}
          onChange={set('perUser')}
          error={problem('perUser')}
        />
        <TextField
          label="总量（张，不填为不限）"
          inputMode="numeric"
          value={form.stock}
          onChange={set('stock')}
          error={problem('stock')}
        />
        <TimeField label="开始" value={form.startsAt} onChange={set('startsAt')} error={problem('startsAt')} />
        <TimeField label="到期" value={form.endsAt} onChange={set('endsAt')} error={problem('endsAt')} />
        <div className="desk:col-span-3">
          <ItemPicker label="适用内容" hint="不选就是全部内容都能用" items={form.items} onChange={set('items')} />
        </div>
      </div>
    </Dialog>
  )
}

interface TermFieldsProps {
  form: DiscountForm
  set<K extends keyof DiscountForm>(field: K): (value: DiscountForm[K]) => void
  problem(field: keyof DiscountForm): string | undefined
  disabled: boolean
}

/** Fields for the discount and the minimum price. */
function TermFields({ form, set, problem, disabled }: TermFieldsProps) {
  return (
    <fieldset disabled={disabled} className="contents">
      <SelectField
        label="优惠方式"
        value={form.kind}
        onChange={(kind) => set('kind')(kind === 'percent' ? 'percent' : 'amount')}
        options={[
          { value: 'amount', label: '减金额' },
          { value: 'percent', label: '打折' },
        ]}
      />
      {form.kind === 'amount' ? (
        <TextField
          label="减多少（元）"
          inputMode="decimal"
          value={form.off}
          onChange={set('off')}
          error={problem('off')}
        />
      ) : (
        <TextField
          label="几折（8.5 表示付 85%）"
          inputMode="decimal"
          value={form.fold}
          onChange={set('fold')}
          error={problem('fold')}
        />
      )}
      {form.kind === 'percent' && (
        <TextField
          label="最多减（元，可不填）"
          inputMode="decimal"
          value={form.cap}
          onChange={set('cap')}
          error={problem('cap')}
        />
      )}
      <TextField
        label="满多少可用（元，可不填）"
        inputMode="decimal"
        value={form.min}
        onChange={set('min')}
        error={problem('min')}
      />
    </fieldset>
  )
}
