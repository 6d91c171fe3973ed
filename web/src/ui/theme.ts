import { readStored, writeStored } from '../state/local-storage'

export type Theme = 'light' | 'dark' | 'system'

const key = 'dxx-theme'

export function storedTheme(): Theme {
  const theme = readStored(key)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Applies a theme to the document. Called at the start without an argument, to apply the stored theme. */
export function applyTheme(theme: Theme = storedTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function setTheme(theme: Theme): void {
  writeStored(key, theme === 'system' ? null : theme)
  applyTheme(theme)
}
