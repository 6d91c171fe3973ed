import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useToast } from '../../state/flash'
import { LateOverlay } from './late-overlay'

afterEach(cleanup)

it('shows the overlay when its code is loaded', async () => {
  render(<LateOverlay load={async () => () => <p>搜索</p>} onClose={() => {}} />)
  expect(await screen.findByText('搜索')).toBeTruthy()
})

it('closes the overlay with a toast 网络断开 when its code cannot be loaded', async () => {
  const onClose = vi.fn()
  const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  render(<LateOverlay load={load} onClose={onClose} />)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(JSON.stringify(useToast.getState())).toContain('网络断开')
})
