import './console.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { connectProbe } from '../state/reachability'
import { applyTheme } from '../ui/theme'
import { ConsoleApp } from './app'
import { startShortcuts } from './kit/shortcuts'

applyTheme()
startShortcuts()
connectProbe(() => import('../api/probe'))
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <ConsoleApp />
  </StrictMode>,
)
