import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Dialog } from './dialog'
import { runShortcut, useShortcut } from './shortcuts'

beforeAll(() => addEventListener('keydown', runShortcut))
afterAll(() => removeEventListener('keydown', runShortcut))
afterEach(cleanup)

interface Options {
  enabled?: boolean
  everywhere?: boolean
}

function Keys({ keys, ...options }: Options & { keys: Record<string, () => void> }) {
  return Object.entries(keys).map(([key, run]) => <One key={key} name={key} run={run} {...options} />)
}
function One({ name, run, ...options }: Options & { name: string; run(): void }) {
  useShortcut(name, name, run, options)
  return null
}

describe('shortcuts', () => {
  it('runs the newer of two shortcuts with the same key, and the older one after the newer is unmounted', async () => {
    const [older, newer] = [vi.fn(), vi.fn()]
    render(<Keys keys={{ j: older }} />)
    const { unmount } = render(<Keys keys={{ j: newer }} />)
    await userEvent.keyboard('j')
    unmount()
    await userEvent.keyboard('j')
    expect([older.mock.calls.length, newer.mock.calls.length]).toEqual([1, 1])
  })

  it('ignores letter keys while a field or dialog has the focus, but not a shortcut that works everywhere', async () => {
    const [letter, palette] = [vi.fn(), vi.fn()]
    render(
      <>
        <Keys keys={{ x: letter }} />
        <Keys everywhere keys={{ 'mod+k': palette }} />
        <input aria-label="field" />
        <dialog open>
          <button type="button">in dialog</button>
        </dialog>
      </>,
    )
    await userEvent.type(screen.getByLabelText('field'), 'x')
    screen.getByText('in dialog').focus()
    await userEvent.keyboard('x')
    expect(letter).not.toHaveBeenCalled()
    await userEvent.keyboard('{Control>}k{/Control}')
    expect(palette).toHaveBeenCalledOnce()
  })

  it('ignores keys while a dialog is open, even if the dialog has lost the focus', async () => {
    const [letter, back] = [vi.fn(), vi.fn()]
    render(
      <>
        <Keys keys={{ x: letter, escape: back }} />
        <dialog open>
          <button type="button" disabled>
            running
          </button>
        </dialog>
      </>,
    )
    document.body.focus()
    await userEvent.keyboard('x{Escape}')
    expect([letter.mock.calls.length, back.mock.calls.length]).toEqual([0, 0])
  })

  it('in a dialog, runs its own shortcuts instead of those of the page, unless another dialog is above it', async () => {
    const [page, drawer] = [vi.fn(), vi.fn()]
    const view = (asks: boolean) => (
      <>
        <Keys keys={{ a: page }} />
        <Dialog open onClose={() => {}} title="待办">
          <Keys keys={{ a: drawer }} />
          <Dialog open={asks} onClose={() => {}} title="确认">
            <p>退 1 笔？</p>
          </Dialog>
        </Dialog>
      </>
    )
    const { rerender } = render(view(false))
    await userEvent.keyboard('a')
    rerender(view(true))
    await userEvent.keyboard('a')
    expect([page.mock.calls.length, drawer.mock.calls.length]).toEqual([0, 1])
  })

  it('ignores Enter on a focused button, and letters with Ctrl or Alt', async () => {
    const [enter, letter] = [vi.fn(), vi.fn()]
    render(
      <>
        <Keys keys={{ enter, n: letter }} />
        <button type="button">press</button>
      </>,
    )
    screen.getByText('press').focus()
    await userEvent.keyboard('{Enter}{Alt>}n{/Alt}{Control>}n{/Control}')
    expect([enter.mock.calls.length, letter.mock.calls.length]).toEqual([0, 0])
  })

  it('ignores the key of a disabled shortcut', async () => {
    const run = vi.fn()
    render(<Keys keys={{ z: run }} enabled={false} />)
    await userEvent.keyboard('z')
    expect(run).not.toHaveBeenCalled()
  })
})
