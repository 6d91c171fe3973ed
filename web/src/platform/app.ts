import { app } from '@dxx/contract/rules/constants'

/** Of Capacitor's own plugin App. */
export interface ShellApp {
  addListener(event: 'backButton' | 'resume', listener: () => void): void
  addListener(event: 'appUrlOpen', listener: (opened: { url: string }) => void): void
  minimizeApp(): void
}

/** What the mobile app's shell puts on the window of the pages that it shows. */
interface Shell {
  getPlatform(): string
  Plugins?: { App?: ShellApp; WechatPay?: { pay(input: object): Promise<{ result?: unknown }> } }
}

export const shell = (): Shell | undefined => (globalThis as { Capacitor?: Shell }).Capacitor

/** What calls say of where they come from. Inside WeChat, too, it is H5. */
export function platformName(): 'H5' | 'iOS' | 'Android' {
  const name = shell()?.getPlatform()
  return name === 'ios' ? 'iOS' : name === 'android' ? 'Android' : app.platform
}
