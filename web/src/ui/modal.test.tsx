import { texts, timing } from '@dxx/contract/rules/constants'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hideModal, showModal, useStore } from '../state/store'
import { ModalHost } from './modal-host'

afterEach(() => {
  act(hideModal)
  cleanup()
  vi.useRealTimers()
})

function Page() {
  return (
    <>
      <button type="button" onClick={() => void showModal({ content: '确定交卷吗？' })}>
        交卷
      </button>
      <ModalHost />
    </>
  )
}

const dialog = () => document.querySelector('dialog')!

describe('modal', () => {
  it('a modal has the texts of the specification and takes the focus', async () => {
    render(<Page />)
    expect(dialog().open).toBe(false)
    await userEvent.click(screen.getByText('交卷'))
    expect(dialog().open).toBe(true)
    expect(screen.getByRole('dialog', { name: texts.prompt })).toBe(dialog())
    expect(dialog().contains(document.activeElement)).toBe(true)
    screen.getByRole('button', { name: texts.cancel })
    screen.getByRole('button', { name: texts.confirm })
    expect(screen.queryByRole('button', { name: '关闭' })).toBeNull()
    expect(dialog().style.getPropertyValue('--dialog-duration')).toBe(`${timing.modal}ms`)
  })

  it('a modal returns the focus to its opener', async () => {
    render(<Page />)
    await userEvent.click(screen.getByText('交卷'))
    await userEvent.click(screen.getByRole('button', { name: texts.confirm }))
    expect(dialog().open).toBe(false)
    expect(document.activeElement).toBe(screen.getByText('交卷'))
  })

  it.each([
    { showCancel: true, answer: 'cancel' },
    { showCancel: false, answer: 'close' },
  ])('Esc resolves with $answer if showCancel is $showCancel', async ({ showCancel, answer }) => {
    render(<ModalHost />)
    let chosen: Promise<string> | undefined
    act(() => {
      chosen = showModal({ content: '绑定失败', showCancel, showClose: !showCancel })
    })
    await userEvent.keyboard('{Escape}')
    expect(await chosen).toBe(answer)
    expect(dialog().open).toBe(false)
  })

  it.each([
    [1, 'bg-amber'],
    [2, 'bg-danger'],
  ] as const)('a modal of type %s has a confirm button with %s and focuses 取消', (type, look) => {
    render(<ModalHost />)
    act(() => void showModal({ content: '删除？', type }))
    expect(screen.getByRole('button', { name: texts.confirm }).className).toContain(look)
    // The cancel button has the focus, because Enter must not confirm a destructive action.
    expect(document.activeElement).toBe(screen.getByRole('button', { name: texts.cancel }))
  })

  it('two rapid taps confirm a modal once', async () => {
    const confirmed = vi.fn()
    render(<ModalHost />)
    act(() => void showModal({ content: '购买？', onConfirm: confirmed }))
    const button = screen.getByRole('button', { name: texts.confirm })
    act(() => {
      button.click()
      button.click()
    })
    expect(confirmed).toHaveBeenCalledOnce()
  })

  it('the dialog closes when its component is unmounted', () => {
    const { unmount } = render(<ModalHost />)
    act(() => void showModal({ content: '在吗？' }))
    const element = dialog()
    unmount()
    expect(element.open).toBe(false)
  })

  it('a modal clears its texts 200 ms after it was hidden', () => {
    vi.useFakeTimers()
    render(<ModalHost />)
    act(() => void showModal({ title: '绑定', content: '旧的内容', confirmText: '好' }))
    act(() => screen.getByRole('button', { name: '好' }).click())
    act(() => vi.advanceTimersByTime(timing.modalReset - 1))
    screen.getByText('旧的内容')
    act(() => vi.advanceTimersByTime(1))
    expect(screen.queryByText('旧的内容')).toBeNull()
    expect(useStore.getState().modal.title).toBe(texts.prompt)
  })
})
