import { shell } from './app'

interface Steps {
  /** One step back; false where there is none. */
  back(): boolean
  open(url: string): void
}

/** In the mobile app: the phone's back button, and links that open the app instead of a browser. */
export function hearShell({ back, open }: Steps): void {
  const app = shell()?.Plugins?.App
  // At the bottom of the stack the app steps aside, as others do, and is there again as it was left.
  app?.addListener('backButton', () => back() || app.minimizeApp())
  app?.addListener('appUrlOpen', ({ url }) => open(url))
}
