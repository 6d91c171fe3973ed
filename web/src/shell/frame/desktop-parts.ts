import { createContext } from 'react'

/** Top bar, breadcrumb and side menu; null on phones and until their code is loaded. */
export const DesktopParts = createContext<typeof import('./desktop-bar') | null>(null)
