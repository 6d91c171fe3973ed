export interface AppSettings {
  appId: string
  secret: string
}

export interface WechatSettings {
  /** The real URLs unless a simulator is used. */
  apiUrl: string
  openUrl: string
  mp: AppSettings
  web: AppSettings
}
