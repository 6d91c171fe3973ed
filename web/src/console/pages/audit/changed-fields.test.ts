import { expect, it } from 'vitest'
import { changedFields } from './changed-fields'

it('lists only fields that differ, absent values as null and objects as JSON', () => {
  expect(changedFields({ role: 'teacher', rows: null, same: 1 }, { role: 'editor', rows: 5, same: 1 })).toEqual([
    { name: 'role', before: 'teacher', after: 'editor' },
    { name: '行数', before: null, after: '5' },
  ])
  expect(changedFields(null, { scope: { kind: 'site' }, live: true })).toEqual([
    { name: 'scope', before: null, after: '{"kind":"site"}' },
    { name: 'live', before: null, after: '是' },
  ])
  expect(changedFields(null, null)).toEqual([])
})

it('names fields in Chinese and formats amounts, times and states', () => {
  const before = { payCents: 5940, status: 1, mutedUntil: null }
  expect(changedFields(before, { cents: 990, needsSecond: false, mutedUntil: 1_800_000_000 })).toEqual([
    { name: '实付', before: '¥59.40', after: null },
    { name: '状态', before: '已完成', after: null },
    { name: '禁言到', before: null, after: '2027-01-15 16:00:00' },
    { name: '退款金额', before: null, after: '¥9.90' },
    { name: '还要一位同事同意', before: null, after: '否' },
  ])
  expect(changedFields({ status: 'pending' }, { status: 'passed', revealed: 'mobile', by: 'code' })).toEqual([
    { name: '状态', before: '待审核', after: '已通过' },
    { name: '查看了', before: null, after: '手机号' },
    { name: '确认方式', before: null, after: '动态验证码' },
  ])
})
