/** Detects WeChat's in-app browser, including WeChat on desktops and the web view of mini-programs. */
export function isInWechat(): boolean {
  return navigator.userAgent.includes('MicroMessenger')
}

/** Detects the web view of a mini-program by WeChat's variable or by the user agent. */
export function isInMiniProgram(): boolean {
  const { __wxjs_environment: environment } = window as { __wxjs_environment?: string }
  return environment === 'miniprogram' || navigator.userAgent.includes('miniProgram')
}

/** URL by which the app was entered, without hash; WeChat on iOS checks JS-SDK signatures against this URL. */
export const entryUrl = location.href.replace(/#.*$/, '')
