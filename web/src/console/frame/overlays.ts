import { create } from 'zustand'

interface Overlays {
  palette: boolean
  help: boolean
  open(which: 'palette' | 'help'): void
  close(): void
}

/** Search palette and key help. Every page can open them; only one is open at a time. */
export const useOverlays = create<Overlays>()((set) => ({
  palette: false,
  help: false,
  open: (which) => set({ palette: which === 'palette', help: which === 'help' }),
  close: () => set({ palette: false, help: false }),
}))
