import { app } from '@dxx/contract/rules/constants'

/** What the mobile app's shell puts on the window of the pages that it shows. */
interface Shell {
  getPlatform(): string
  Plugins?: Record<string, Record<string, (input: object) => Promise<Record<string, unknown>>> | undefined>
}

export const shell = (): Shell | undefined => (globalThis as { Capacitor?: Shell }).Capacitor

/** What calls say of where they come from. Inside WeChat, too, it is H5. */
export function platformName(): 'H5' | 'iOS' | 'Android' {
  const name = shell()?.getPlatform()
  return name === 'ios' ? 'iOS' : name === 'android' ? 'Android' : app.platform
}
