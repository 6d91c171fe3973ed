export interface Route {
  path: string
  /** Shown in the bar and the browser tab until the page sets its own (usePageTitle). */
  title: string
  tab?: true
  /**
   * Top bar. `bar`: rendered by the shell. `custom`: rendered by the page. `none`: without a bar; the page fills the
   * window, also on desktop.
   */
  nav: 'bar' | 'custom' | 'none'
  /** False if a horizontal swipe must not leave this page, which asks before it is left (useLeaveGuard). */
  swipeBack?: false
  /** True if the page itself shows the network state, at a place where the notice does not move content. */
  ownNotices?: true
}

/** All pages of the product. The contract's route-guard defines which need a login. */
const table = [
  { path: 'pages/index/index', title: '首页', tab: true, nav: 'custom' },
  { path: 'pages/books/index', title: '书城', tab: true, nav: 'custom' },
  { path: 'pages/study/index', title: '学习', tab: true, nav: 'custom' },
  { path: 'pages/my/index', title: '我的', tab: true, nav: 'custom' },

  { path: 'pages/index/course', title: '课程', nav: 'bar' },
  { path: 'pages/index/books', title: '电子书', nav: 'bar' },
  { path: 'pages/index/textbooks', title: '数字教材', nav: 'bar' },

  { path: 'pages/test/test', title: '组件预览', nav: 'bar' },
  { path: 'pages/search/index', title: '搜索', nav: 'custom' },
  { path: 'pages/ai/index', title: 'AI 助学', nav: 'custom' },
  { path: 'pages/webview/index', title: '网页', nav: 'bar' },
  { path: 'pages/resource/index', title: '学习资源', nav: 'bar' },
  { path: 'pages/evaluate/index', title: '评价', nav: 'bar' },
  { path: 'pages/teacher/index', title: '教师主页', nav: 'bar' },
  { path: 'pages/download/index', title: '下载 App', nav: 'bar' },

  { path: 'pages/course/details', title: '课程详情', nav: 'custom' },
  { path: 'pages/course/study', title: '课程学习', nav: 'bar' },

  { path: 'pages/books/details', title: '图书详情', nav: 'custom' },
  { path: 'pages/books/read', title: '阅读', nav: 'none', ownNotices: true },

  {
    path: 'pages/digital-textbooks/details',
    title: '教材详情',
    nav: 'custom',
  },
  {
    path: 'pages/digital-textbooks/read',
    title: '教材阅读',
    nav: 'none',
    ownNotices: true,
  },
  {
    path: 'pages/digital-textbooks/study',
    title: '教材学习',
    nav: 'bar',
  },
  {
    path: 'pages/digital-textbooks/publish',
    title: '发表',
    nav: 'bar',
  },
  {
    path: 'pages/digital-textbooks/expand',
    title: '拓展阅读',
    nav: 'none',
    ownNotices: true,
  },
  {
    path: 'pages/digital-textbooks/video',
    title: '教材视频',
    nav: 'bar',
  },
  {
    path: 'pages/digital-textbooks/search',
    title: '教材内搜索',
    nav: 'bar',
  },
  {
    path: 'pages/digital-textbooks/runcode',
    title: '运行代码',
    nav: 'bar',
  },

  { path: 'pages/buy/confirm', title: '确认订单', nav: 'bar' },
  { path: 'pages/buy/result', title: '支付结果', nav: 'bar' },
  { path: 'pages/buy/cashier', title: '测试收银台', nav: 'bar' },

  { path: 'pages/exam/index', title: '考试', nav: 'bar' },
  {
    path: 'pages/exam/answer',
    title: '答题',
    nav: 'none',
    swipeBack: false,
    ownNotices: true,
  },
  { path: 'pages/exam/result', title: '考试结果', nav: 'bar' },
  { path: 'pages/exam/record', title: '考试记录', nav: 'bar' },

  { path: 'pages/bank/index', title: '题库', nav: 'bar' },
  { path: 'pages/bank/details', title: '题库详情', nav: 'custom' },
  { path: 'pages/bank/practice', title: '练习', nav: 'bar' },
  { path: 'pages/bank/wrong', title: '错题本', nav: 'bar' },

  { path: 'pages/study/offline', title: '离线书架', nav: 'bar' },
  { path: 'pages/study/assignments', title: '作业', nav: 'bar' },
  { path: 'pages/study/assignment', title: '作业', nav: 'bar' },
  { path: 'pages/study/class', title: '我的班级', nav: 'bar' },
  { path: 'pages/study/grades', title: '成绩', nav: 'bar' },

  { path: 'pages/login/index', title: '登录', nav: 'custom' },
  { path: 'pages/login/forget', title: '忘记密码', nav: 'bar' },
  { path: 'pages/login/set-password', title: '设置密码', nav: 'bar' },
  {
    path: 'pages/login/bind-mobile',
    title: '绑定手机号',
    nav: 'bar',
    swipeBack: false,
  },
  { path: 'pages/login/scan', title: '扫码登录', nav: 'bar' },

  { path: 'pages/message/index', title: '消息中心', nav: 'bar' },
  { path: 'pages/message/list', title: '消息列表', nav: 'bar' },

  { path: 'pages/order/index', title: '我的订单', nav: 'bar' },
  { path: 'pages/order/details', title: '订单详情', nav: 'bar' },
  { path: 'pages/order/invoice', title: '申请发票', nav: 'bar' },

  { path: 'pages/my/home', title: '个人主页', nav: 'bar' },
  { path: 'pages/my/edit-info', title: '编辑资料', nav: 'bar' },
  { path: 'pages/my/collect', title: '我的收藏', nav: 'bar' },
  { path: 'pages/my/browse', title: '浏览记录', nav: 'bar' },
  { path: 'pages/my/auth', title: '学生认证', nav: 'bar' },
  { path: 'pages/my/notes', title: '我的笔记', nav: 'bar' },
  { path: 'pages/my/coupons', title: '我的优惠券', nav: 'bar' },

  { path: 'pages/exchange/index', title: '兑换中心', nav: 'bar' },
  { path: 'pages/exchange/record', title: '兑换记录', nav: 'bar' },

  { path: 'pages/help/index', title: '帮助与客服', nav: 'bar' },
  { path: 'pages/help/cs', title: '联系客服', nav: 'bar' },
  { path: 'pages/help/feedback', title: '意见反馈', nav: 'bar' },

  { path: 'pages/setting/index', title: '设置', nav: 'bar' },
  { path: 'pages/setting/about', title: '关于我们', nav: 'bar' },
  {
    path: 'pages/setting/cancel-account',
    title: '注销账号',
    nav: 'bar',
  },
  {
    path: 'pages/setting/edit-phone',
    title: '更换手机号',
    nav: 'bar',
  },
  {
    path: 'pages/setting/edit-password',
    title: '修改密码',
    nav: 'bar',
  },
  {
    path: 'pages/setting/forget-password',
    title: '找回密码',
    nav: 'bar',
  },
  { path: 'pages/setting/devices', title: '登录设备', nav: 'bar' },

  { path: 'pages/article/index', title: '文章', nav: 'bar' },
  { path: 'pages/article/agreement', title: '协议', nav: 'bar' },
  { path: 'pages/article/banner', title: '活动', nav: 'bar' },

  {
    path: 'pages/app-update/index',
    title: '版本更新',
    nav: 'custom',
    swipeBack: false,
  },

  { path: 'pages/filePreview/index', title: '文件预览', nav: 'bar' },
  {
    path: 'pages/filePreview/gallery',
    title: '图片预览',
    nav: 'none',
  },

  { path: 'choose-location', title: '选择位置', nav: 'bar' },
  { path: 'open-location', title: '查看位置', nav: 'bar' },
] as const satisfies readonly Route[]

export type RoutePath = (typeof table)[number]['path']

export const routes: readonly Route[] = table

export const homePath = 'pages/index/index' satisfies RoutePath

const byPath = new Map(routes.map((route) => [route.path, route]))

export function routeOf(path: string): Route | undefined {
  return byPath.get(path)
}

export function isTab(path: string): boolean {
  return byPath.get(path)?.tab === true
}

/**
 * Whether a page shows e-books or textbooks, which a switch can hide. The code editor has other uses and is never
 * hidden.
 */
export function isBookPath(path: string): boolean {
  return /books(?!\/runcode)/.test(path)
}
