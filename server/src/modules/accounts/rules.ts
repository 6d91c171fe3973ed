/** Names that would pass for us. */
const reserved = /多享学|官方|管理员|客服|系统消息|admin/i
/** Invisible or direction-changing characters make one name look like another. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

export function isNicknameAllowed(nickname: string): boolean {
  return (
    /[\p{L}\p{N}\p{S}]/u.test(nickname) &&
    !invisible.test(nickname.replaceAll('\u200d', '')) &&
    !reserved.test(nickname)
  )
}

/** Not in the future and of somebody who may be alive; both are yyyy-mm-dd. */
export function isBirthdayPossible(birthday: string, today: string): boolean {
  return birthday <= today && birthday >= `${Number(today.slice(0, 4)) - 120}-01-01`
}

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/OpenHarmony|HarmonyOS/, '鸿蒙手机'],
  [/Android.*Mobile/, 'Android 手机'],
  [/Android/, 'Android 平板'],
  [/Windows/, 'Windows 电脑'],
  [/Macintosh|Mac OS X/, 'Mac 电脑'],
  [/Linux|X11|CrOS/, 'Linux 电脑'],
]
const browsers: [RegExp, string][] = [
  [/MicroMessenger/, '微信'],
  [/DingTalk/, '钉钉'],
  [/QQBrowser/, 'QQ 浏览器'],
  [/UCBrowser/, 'UC 浏览器'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]

/** A user agent as people call it: 「Windows 电脑 · Chrome」. */
export function deviceName(userAgent: string): string {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [find(systems) ?? '未知设备', find(browsers)].filter(Boolean).join(' · ')
}

/** Nobody here knows where an address is, so we show as much of it as its owner recognises. */
export function placeOf(ip: string): string {
  const v4 = /(\d+)\.(\d+)\.\d+\.\d+$/.exec(ip)
  const shown = v4 ? `${v4[1]}.${v4[2]}.*.*` : `${ip.split(':').slice(0, 2).join(':')}:*`
  return /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(v4?.[0] ?? '') ||
    /^(::1$|f[cde])/i.test(ip)
    ? `本地网络（IP ${shown}）`
    : `IP ${shown}`
}
