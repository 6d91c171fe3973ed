/** WeChat's in-app browser; its desktop and mini-program views have the same user agent. */
export function inWechat(): boolean {
  return navigator.userAgent.includes('MicroMessenger')
}

/** Web view of a mini-program, detected in one of two ways. */
export function inMiniProgram(): boolean {
  const { __wxjs_environment: environment } = window as { __wxjs_environment?: string }
  return environment === 'miniprogram' || navigator.userAgent.includes('miniProgram')
}

/** Entry URL without the hash: WeChat on iOS checks JS-SDK signatures against it. */
export const entryUrl = location.href.replace(/#.*$/, '')
