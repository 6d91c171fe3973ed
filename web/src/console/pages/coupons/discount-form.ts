import type { StaffDiscount } from '@dxx/contract/calls/staff/coupons'
import type { StaffInput } from '../../api/client'
import { centsOf } from '../work/money'

/** Typed values of the coupon form. */
export interface DiscountForm {
  title: string
  kind: StaffDiscount['kind']
  off: string
  fold: string
  cap: string
  min: string
  audience: StaffDiscount['audience']
  perUser: string
  stock: string
  startsAt: number | null
  endsAt: number | null
  items: StaffDiscount['items']
}

const yuan = (cents: number) => String(cents / 100)

export function formOf(coupon: StaffDiscount | null, now: number): DiscountForm {
  if (!coupon)
    return {
      title: '',
      kind: 'amount',
      off: '',
      fold: '',
      cap: '',
      min: '',
      audience: 'all',
      perUser: '1',
      stock: '',
      startsAt: now,
      endsAt: now + 30 * 86_400,
      items: [],
    }
  return {
    title: coupon.title,
    kind: coupon.kind,
    off: coupon.kind === 'amount' ? yuan(coupon.offCents) : '',
    fold: coupon.kind === 'percent' ? String(coupon.percent / 10) : '',
    cap: coupon.capCents === null ? '' : yuan(coupon.capCents),
    min: coupon.minCents === 0 ? '' : yuan(coupon.minCents),
    audience: coupon.audience,
    perUser: String(coupon.perUser),
    stock: coupon.stock === null ? '' : String(coupon.stock),
    startsAt: coupon.startsAt,
    endsAt: coupon.endsAt,
    items: coupon.items,
  }
}

const wholeOf = (text: string) => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : undefined)

type FormProblems = Partial<Record<keyof DiscountForm, string>>

/** Returns the call's input, and the problems by field; the input is complete only without problems. */
export function checkForm(form: DiscountForm, id: string | undefined) {
  const problems: FormProblems = {}
  const off = centsOf(form.off)
  const percent = /^\d(\.\d)?$/.test(form.fold.trim()) ? Math.round(Number(form.fold) * 10) : 0
  const cap = form.cap.trim() === '' ? null : centsOf(form.cap)
  const min = form.min.trim() === '' ? 0 : centsOf(form.min)
  const perUser = wholeOf(form.perUser)
  const stock = form.stock.trim() === '' ? null : wholeOf(form.stock)
  if (!form.title.trim()) problems.title = '请填写名称'
  if (form.kind === 'amount' && !off) problems.off = '请填写金额，如 20 或 9.9'
  if (form.kind === 'percent' && (percent < 1 || percent > 99)) problems.fold = '请填写 0.1 到 9.9 的折扣，如 8.5'
  if (form.kind === 'percent' && (cap === undefined || cap === 0)) problems.cap = '请填写大于 0 的金额，或留空'
  if (min === undefined) problems.min = '请填写金额，或留空'
  if (!perUser || perUser > 100) problems.perUser = '请填写 1 到 100'
  if (stock === undefined || stock === 0 || (stock ?? 0) > 1_000_000) problems.stock = '请填写 1 到 1000000，或留空'
  if (form.startsAt === null) problems.startsAt = '请选择开始时间'
  if (form.endsAt === null) problems.endsAt = '请选择到期时间'
  else if (form.startsAt !== null && form.endsAt <= form.startsAt) problems.endsAt = '要晚于开始时间'
  if (form.kind === 'amount' && off && min !== undefined && min > 0 && off >= min) problems.off = '减的钱要少于门槛'
  const input: StaffInput<'POST /staff/v1/discount_save'> = {
    id,
    title: form.title.trim(),
    kind: form.kind,
    offCents: form.kind === 'amount' ? (off ?? 0) : 0,
    percent: form.kind === 'percent' ? Math.max(1, percent) : 100,
    capCents: form.kind === 'percent' ? (cap ?? null) : null,
    minCents: min ?? 0,
    audience: form.audience,
    perUser: perUser ?? 1,
    stock: stock ?? null,
    startsAt: form.startsAt ?? 0,
    endsAt: form.endsAt ?? 0,
    items: form.items.map((item) => item.id),
  }
  return { problems, input, isValid: Object.keys(problems).length === 0 }
}
