export type DeviceKind = 'ios' | 'android' | 'desktop'

/** Detects the device. iPads identify as Macs, but no Mac has a touch screen. */
export function detectDevice({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): DeviceKind {
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'ios'
  return /Android|HarmonyOS/i.test(userAgent) ? 'android' : 'desktop'
}
