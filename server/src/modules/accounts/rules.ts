import { oldestBirthday } from '@dxx/contract/rules/birthday'

/** Names that could be mistaken for staff. */
const reserved = /多享学|官方|管理员|客服|系统消息|admin/i
/** Invisible and direction-changing characters, with which a name can look like another one. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

export function isNicknameAllowed(nickname: string): boolean {
  return (
    /[\p{L}\p{N}\p{S}]/u.test(nickname) &&
    !invisible.test(nickname.replaceAll('\u200d', '')) &&
    !reserved.test(nickname)
  )
}

/** Whether a date is not in the future and not before `oldestBirthday`; all dates are yyyy-mm-dd. */
export function isBirthdayPossible(birthday: string, today: string): boolean {
  return birthday <= today && birthday >= oldestBirthday
}

/** Returns the masked IP address as the region, because there is no geolocation. */
export function regionOf(ip: string): string {
  const v4 = /(\d+)\.(\d+)\.\d+\.\d+$/.exec(ip)
  const shown = v4 ? `${v4[1]}.${v4[2]}.*.*` : `${ip.split(':').slice(0, 2).join(':')}:*`
  return /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(v4?.[0] ?? '') ||
    /^(::1$|f[cde])/i.test(ip)
    ? `本地网络（IP ${shown}）`
    : `IP ${shown}`
}
