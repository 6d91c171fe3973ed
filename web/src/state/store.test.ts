import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notify, toast, useNotify, useToast } from './flash'
import { answerModal, hideModal, showModal, useStore } from './store'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  localStorage.clear()
})

const modal = () => useStore.getState().modal

describe('modal', () => {
  it('a modal has the defaults of the specification', () => {
    expect(modal()).toEqual({
      show: false,
      cancelText: '取消',
      confirmText: '确认',
      title: '提示',
      content: '',
      showCancel: true,
      showConfirm: true,
      showClose: false,
      type: 1,
      duration: 300,
    })
  })

  it('a modal is hidden at once and reset after 200 ms', () => {
    const before = modal()
    showModal({ content: '确定吗', title: '删除' })
    expect(modal()).toMatchObject({ show: true, content: '确定吗', title: '删除', confirmText: '确认' })
    hideModal()
    expect(modal()).toMatchObject({ show: false, content: '确定吗' })
    vi.advanceTimersByTime(199)
    expect(modal().content).toBe('确定吗')
    vi.advanceTimersByTime(1)
    expect(modal()).toEqual(before)
  })

  it.each(['confirm', 'cancel', 'close'] as const)(
    'showModal resolves with the first button chosen: %s',
    async (chosen) => {
      const onConfirm = vi.fn()
      const onCancel = vi.fn()
      const answer = showModal({ onConfirm, onCancel })
      answerModal(chosen)
      answerModal('confirm')
      expect(await answer).toBe(chosen)
      expect(onConfirm).toHaveBeenCalledTimes(chosen === 'confirm' ? 1 : 0)
      expect(onCancel).toHaveBeenCalledTimes(chosen === 'cancel' ? 1 : 0)
    },
  )

  it('a second modal replaces the first one, and the reset of the first does not affect it', async () => {
    const first = showModal({ content: '一' })
    const second = showModal({ content: '二' })
    expect(await first).toBe('close')
    vi.advanceTimersByTime(1000)
    expect(modal()).toMatchObject({ show: true, content: '二' })
    answerModal('confirm')
    expect(await second).toBe('confirm')
  })

  it('a modal can open another one from its button', async () => {
    showModal({ content: '一', onConfirm: () => showModal({ content: '二' }) })
    answerModal('confirm')
    vi.advanceTimersByTime(1000)
    expect(modal()).toMatchObject({ show: true, content: '二' })
    hideModal()
  })
})

describe('toast and notify', () => {
  it.each([
    ['toast', toast, useToast, 2000],
    ['notify', notify, useNotify, 3000],
  ] as const)('a %s disappears by itself, counted from its last text', (_, show, use, duration) => {
    show('已保存')
    const { id } = use.getState()
    vi.advanceTimersByTime(duration - 1)
    show('已保存')
    expect(use.getState()).toEqual({ id: id + 1, text: '已保存' })
    vi.advanceTimersByTime(duration - 1)
    expect(use.getState().text).toBe('已保存')
    vi.advanceTimersByTime(1)
    expect(use.getState().text).toBe('')
  })
})

describe('settings', () => {
  const freshStore = async () => {
    vi.resetModules()
    return (await import('./store')).useStore.getState()
  }

  it('the store persists background and font size only', async () => {
    expect(await freshStore()).toMatchObject({ bgColor: '#f8f8f8', fontSize: 50, showBook: true })
    useStore.setState({ bgColor: '#14161b', fontSize: 62, showBook: false, path: '/x' })
    expect(JSON.parse(localStorage.getItem('dxx-app-settings')!)).toEqual({ bgColor: '#14161b', fontSize: 62 })
    expect(await freshStore()).toMatchObject({ bgColor: '#14161b', fontSize: 62, showBook: true, path: '' })
  })

  it.each(['{', 'null', '{"bgColor":"red;}","fontSize":"x"}', '{"bgColor":1,"fontSize":9000}'])(
    'the store uses the defaults for %s',
    async (text) => {
      localStorage.setItem('dxx-app-settings', text)
      expect(await freshStore()).toMatchObject({ bgColor: '#f8f8f8', fontSize: 50 })
    },
  )

  it('settings changed in another tab apply here', () => {
    localStorage.setItem('dxx-app-settings', '{"bgColor":"#ffffff","fontSize":30}')
    dispatchEvent(new StorageEvent('storage', { key: 'dxx-app-settings' }))
    expect(useStore.getState()).toMatchObject({ bgColor: '#ffffff', fontSize: 30 })
  })
})
