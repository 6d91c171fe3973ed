import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { PopMenu } from './menu'

afterEach(cleanup)

it('the menu of a button in a dialog opens inside the dialog, because a modal dialog makes the rest of the page inert', async () => {
  const choose = vi.fn()
  render(
    <dialog open>
      <PopMenu trigger={<button type="button">转交</button>} items={[{ label: '放回', onSelect: choose }]} />
    </dialog>,
  )
  act(() => screen.getByRole('button', { name: '转交' }).click())
  const item = await screen.findByRole('menuitem', { name: '放回' })
  expect(item.closest('dialog')).not.toBeNull()
  act(() => item.click())
  expect(choose).toHaveBeenCalledOnce()
})
