/**
 * All constants of the specification (sections 3, 5 and 9). Times are in milliseconds unless the name says otherwise.
 */

export const appConstants = {
  name: '多享学',
  version: '2.4.4',
  platform: 'H5',
  tokenKey: 'dxx-app-token',
} as const

export const colours = { selected: '#2b6cff', confirm: '#FFBB24', background: '#f8f8f8' } as const

export const timing = {
  request: 60_000,
  chunk: 60_000,
  loadingViewDelay: 200,
  localPaging: 200,
  modal: 300,
  modalReset: 200,
  signaturePoll: 100,
  toast: 2000,
  notify: 3000,
  popup: 300,
  swiper: 3000,
  codeCountdownSeconds: 60,
  videoMaxSeconds: 60,
  justNowSeconds: 300,
  daysAgoMax: 30,
} as const

export const appLimits = {
  firstPage: 1,
  pageSize: 10,
  pageSizeMax: 100,
  codeLength: 4,
  codeInputMax: 6,
  uploadFiles: 52,
  albumMax: 9,
  textarea: 140,
  numberBoxMin: 1,
  stars: 5,
  badgeMax: 999,
  calendarMonths: 3,
  datetimeYears: 10,
  percentMax: 100,
  virtualPreloadPages: 12,
  virtualFps: 80,
} as const

/** Sizes in rpx: 750rpx is the width of the window. */
export const rpxSizes = { windowWidth: 750, pullThreshold: 80, secondFloor: 200, backToTop: 400 } as const

/** Sizes in CSS pixels. */
export const px = {
  tabIcon: 20,
  navBar: 44,
  tabBar: 50,
  tabletFrom: 641,
  desktopFrom: 960,
  rpxDesktopWidth: 375,
} as const

export const appDefaults = { fontSize: 50, showBook: true } as const

export const texts = {
  serverError: '服务器异常，请稍后再试～',
  empty: '暂无内容，一起去学习～',
  examGate: '请先完成学生认证，认证通过的学生才能查看学校发布的考试！',
  studentAuth: '学生认证',
  free: '限时免费',
  searchPlaceholder: '请输入关键字',
  confirm: '确认',
  cancel: '取消',
  prompt: '提示',
  offline: '哎呀，网络信号丢失',
  reload: '重新加载',
  pageLoading: '正在加载',
  chunkTimeout: '连接服务器超时，点击屏幕重试',
} as const

/** Agreement titles given by the specification. */
export const agreementTypes = { 1: '用户协议', 2: '隐私政策' } as const
