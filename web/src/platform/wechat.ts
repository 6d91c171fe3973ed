/** WeChat's in-app browser; its desktop and mini-program views name themselves the same way. */
export function inWechat(): boolean {
  return navigator.userAgent.includes('MicroMessenger')
}

/** The address the site was opened with, without the hash: WeChat on iOS checks JS-SDK signatures against this one. */
export const entryUrl = location.href.replace(/#.*$/, '')
