import { create } from 'zustand'

interface Overlays {
  palette: boolean
  help: boolean
  open(which: 'palette' | 'help'): void
  close(): void
}

/** Overlays that every page can open; one at a time. */
export const useOverlays = create<Overlays>()((set) => ({
  palette: false,
  help: false,
  open: (which) => set({ palette: which === 'palette', help: which === 'help' }),
  close: () => set({ palette: false, help: false }),
}))
