import { appConstants } from '@dxx/contract/rules/constants'

/** Capacitor's plugin App. */
interface ShellApp {
  addListener(event: 'backButton' | 'resume', listener: () => void): void
  addListener(event: 'appUrlOpen', listener: (opened: { url: string }) => void): void
  minimizeApp(): void
}

/** API that the mobile app's shell adds to the window. */
interface Shell {
  getPlatform(): string
  Plugins?: { App?: ShellApp; WechatPay?: { pay(input: object): Promise<{ result?: unknown }> } }
}

export const nativeShell = (): Shell | undefined => (globalThis as { Capacitor?: Shell }).Capacitor

/** Platform header of calls; H5 for all browsers, also inside WeChat. */
export function platformName(): 'H5' | 'iOS' | 'Android' {
  const name = nativeShell()?.getPlatform()
  return name === 'ios' ? 'iOS' : name === 'android' ? 'Android' : appConstants.platform
}
