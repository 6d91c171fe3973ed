import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Confirm } from './confirm'

afterEach(cleanup)

const texts = { title: '收回授权？', effect: '立即生效', confirm: '收回 1 项授权' }

describe('Confirm', () => {
  it('focuses the cancel button, so that Enter closes the dialog without confirming', async () => {
    const [onClose, onConfirm] = [vi.fn(), vi.fn()]
    render(<Confirm open {...texts} onClose={onClose} onConfirm={onConfirm} />)
    expect(document.activeElement?.textContent).toMatch('再看看')
    await userEvent.keyboard('{Enter}')
    expect([onClose.mock.calls.length, onConfirm.mock.calls.length]).toEqual([1, 0])
  })

  it('does not confirm without a reason, and passes the reason trimmed', async () => {
    const onConfirm = vi.fn()
    render(<Confirm open {...texts} reason={{ label: '原因' }} onClose={() => {}} onConfirm={onConfirm} />)
    await userEvent.click(screen.getByRole('button', { name: '收回 1 项授权' }))
    expect(screen.getByRole('alert').textContent).toBe('请写明原因')
    await userEvent.type(screen.getByLabelText('原因'), '  离职 ')
    await userEvent.click(screen.getByRole('button', { name: '收回 1 项授权' }))
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith('离职')
  })

  it('ignores clicks on the confirm button while running, and closes with Escape', async () => {
    const [onClose, onConfirm] = [vi.fn(), vi.fn()]
    render(<Confirm open {...texts} running onClose={onClose} onConfirm={onConfirm} />)
    await userEvent.click(screen.getByRole('button', { name: '收回 1 项授权' }))
    expect(onConfirm).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })
})
