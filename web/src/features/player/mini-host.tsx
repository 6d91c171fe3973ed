import { createRoot } from 'react-dom/client'
import { MiniHost } from './mini-player'

let mounted = false

/**
 * Adds the small player beside the app, in a React root of its own, so that the first page does not load code for it.
 */
export function mountMini(): void {
  if (mounted) return
  mounted = true
  const box = document.createElement('div')
  document.body.append(box)
  createRoot(box).render(<MiniHost />)
}
