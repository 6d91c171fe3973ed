export interface AppSettings {
  appId: string
  secret: string
}

export interface WechatSettings {
  /** URLs of WeChat, or of a simulator in tests. */
  apiUrl: string
  openUrl: string
  mp: AppSettings
  web: AppSettings
}
