import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { moveGuestDrafts, useDraft } from './drafts'
import { rememberUser } from './owner'
import { clearToken, setToken } from './token'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  clearToken()
  localStorage.clear()
})

const loginAs = (id: string, token = `token-of-${id}`) =>
  act(() => {
    rememberUser(token, id)
    setToken(token)
    moveGuestDrafts(id)
  })
const open = <T,>(place: string, initial: T) => renderHook(() => useDraft(place, initial)).result
const storedValue = (entry: string) => JSON.parse(localStorage.getItem(entry) ?? 'null')?.value
const type = <T,>(box: ReturnType<typeof open<T>>, next: T | ((value: T) => T)) => act(() => box.current[1](next))

describe('drafts', () => {
  it('drafts are stored on every change and restored after a reload', () => {
    loginAs('u1')
    const box = open('comment:1', '')
    type(box, '很')
    expect(storedValue('dxx-draft:u1:comment:1')).toBe('很')
    type(box, (text) => `${text}好`)
    cleanup()
    expect(open('comment:1', '').current[0]).toBe('很好')
    expect(open('comment:2', '').current[0]).toBe('')
  })

  it('two changes of a draft before the next render are both applied', () => {
    const box = open('note', '')
    act(() => {
      box.current[1]((text) => `${text}一`)
      box.current[1]((text) => `${text}二`)
    })
    expect(box.current[0]).toBe('一二')
  })

  it('drafts are removed by clear and by returning to the initial value', () => {
    const box = open('evaluate', { stars: 5, text: '' })
    type(box, { stars: 4, text: '好' })
    act(() => box.current[2]())
    expect(box.current[0]).toEqual({ stars: 5, text: '' })
    type(box, { stars: 4, text: '' })
    type(box, { stars: 5, text: '' })
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('drafts are hidden when the session ends, and shown again to the same user only', () => {
    loginAs('u1')
    const box = open('comment:1', '')
    type(box, '写了一半')
    act(() => clearToken())
    expect(box.current[0]).toBe('')
    loginAs('u2')
    expect(box.current[0]).toBe('')
    loginAs('u1', 'another-token')
    expect(box.current[0]).toBe('写了一半')
  })

  it('drafts of a guest move to the user who logs in; of two drafts of the same field the later one wins', () => {
    loginAs('u1')
    const [both, own] = [open('both', ''), open('own', '')]
    const clock = vi.spyOn(Date, 'now').mockReturnValue(1000)
    type(both, '早先的')
    type(own, '自己的')
    act(() => clearToken())
    clock.mockReturnValue(2000)
    type(both, '登录前写的')
    const guest = open('guest', '')
    type(guest, '访客写的')
    loginAs('u1')
    expect([both, own, guest].map((box) => box.current[0])).toEqual(['登录前写的', '自己的', '访客写的'])
    act(() => clearToken())
    expect([both, own, guest].map((box) => box.current[0])).toEqual(['', '', ''])
  })

  it('a draft written in another tab appears here and is not overwritten by other drafts of this tab', () => {
    const [a, b] = [open('a', ''), open('b', '')]
    type(a, '甲')
    act(() => {
      localStorage.setItem('dxx-draft:guest:b', JSON.stringify({ at: 1, value: '另一页' }))
      dispatchEvent(new StorageEvent('storage', { key: 'dxx-draft:guest:b' }))
    })
    expect(b.current[0]).toBe('另一页')
    type(a, '甲乙')
    expect(storedValue('dxx-draft:guest:b')).toBe('另一页')
  })

  it('at most 200 drafts are stored; the oldest ones are dropped', () => {
    const clock = vi.spyOn(Date, 'now')
    for (let i = 0; i < 203; i++) {
      clock.mockReturnValue(1000 + i)
      type(open(`place:${i}`, ''), 'x')
    }
    expect(Object.keys(localStorage)).toHaveLength(200)
    expect(storedValue('dxx-draft:guest:place:2')).toBeUndefined()
    expect(storedValue('dxx-draft:guest:place:3')).toBe('x')
  })

  it('when storage is full, the oldest draft is dropped; if that does not help, the new one stays in memory', () => {
    const [old, older, box] = [open('old', ''), open('older', ''), open('now', '')]
    const clock = vi.spyOn(Date, 'now').mockReturnValue(2000)
    type(old, '旧')
    clock.mockReturnValue(1000)
    type(older, '更旧')
    clock.mockReturnValue(3000)
    let refusals = 1
    const real = Storage.prototype.setItem
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (refusals-- > 0) throw new DOMException('full', 'QuotaExceededError')
      real.call(this, key, value)
    })
    type(box, '新')
    expect(['older', 'old', 'now'].map((place) => storedValue(`dxx-draft:guest:${place}`))).toEqual([
      undefined,
      '旧',
      '新',
    ])

    refusals = Number.POSITIVE_INFINITY
    type(box, '新的')
    expect(box.current[0]).toBe('新的')
    type(open('more', ''), '再写')
    expect(open('more', '').current[0]).toBe('再写')
  })

  it.each(['{', 'null', '{}', '7'])('%s in storage is treated as no draft', (text) => {
    localStorage.setItem('dxx-draft:guest:a', text)
    expect(open('a', '空').current[0]).toBe('空')
  })
})
