export type Device = 'ios' | 'android' | 'desktop'

/** Detects the device. iPads identify as Macs, but no Mac has a touch screen. */
export function deviceOf({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Device {
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'ios'
  return /Android|HarmonyOS/i.test(userAgent) ? 'android' : 'desktop'
}
