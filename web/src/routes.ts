import type { ComponentType } from 'react'

export interface Route {
  path: string
  /** Shown in the bar and in the browser's tab until the page sets a better one (useTitle). */
  title: string
  tab?: true
  /** `bar`: the shell draws it. `custom`: the page draws its own. `none`: the page fills the window, on desktop too. */
  nav: 'bar' | 'custom' | 'none'
  /** Swiping sideways must not leave this page; the page itself asks before it is left (useLeaveGuard). */
  swipeBack?: false
  load: () => Promise<{ default: ComponentType }>
}

/** Every page of the product. Which of them need a login is said once, in the contract's route-guard. */
const table = [
  { path: 'pages/index/index', title: '首页', tab: true, nav: 'custom', load: () => import('./pages/index/index') },
  { path: 'pages/books/index', title: '书城', tab: true, nav: 'custom', load: () => import('./pages/books/index') },
  { path: 'pages/study/index', title: '学习', tab: true, nav: 'custom', load: () => import('./pages/study/index') },
  { path: 'pages/my/index', title: '我的', tab: true, nav: 'custom', load: () => import('./pages/my/index') },

  { path: 'pages/index/course', title: '课程', nav: 'bar', load: () => import('./pages/index/course') },
  { path: 'pages/index/books', title: '电子书', nav: 'bar', load: () => import('./pages/index/books') },
  { path: 'pages/index/textbooks', title: '数字教材', nav: 'bar', load: () => import('./pages/index/textbooks') },

  { path: 'pages/test/test', title: '组件预览', nav: 'bar', load: () => import('./pages/test/test') },
  { path: 'pages/search/index', title: '搜索', nav: 'custom', load: () => import('./pages/search/index') },
  { path: 'pages/ai/index', title: 'AI 助学', nav: 'custom', load: () => import('./pages/ai/index') },
  { path: 'pages/webview/index', title: '网页', nav: 'bar', load: () => import('./pages/webview/index') },
  { path: 'pages/resource/index', title: '学习资源', nav: 'bar', load: () => import('./pages/resource/index') },
  { path: 'pages/evaluate/index', title: '评价', nav: 'bar', load: () => import('./pages/evaluate/index') },
  { path: 'pages/teacher/index', title: '教师主页', nav: 'bar', load: () => import('./pages/teacher/index') },
  { path: 'pages/download/index', title: '下载 App', nav: 'bar', load: () => import('./pages/download/index') },

  { path: 'pages/course/details', title: '课程详情', nav: 'custom', load: () => import('./pages/course/details') },
  { path: 'pages/course/study', title: '课程学习', nav: 'bar', load: () => import('./pages/course/study') },

  { path: 'pages/books/details', title: '图书详情', nav: 'custom', load: () => import('./pages/books/details') },
  { path: 'pages/books/read', title: '阅读', nav: 'none', load: () => import('./pages/books/read') },

  {
    path: 'pages/digital-textbooks/details',
    title: '教材详情',
    nav: 'custom',
    load: () => import('./pages/digital-textbooks/details'),
  },
  {
    path: 'pages/digital-textbooks/read',
    title: '教材阅读',
    nav: 'none',
    load: () => import('./pages/digital-textbooks/read'),
  },
  {
    path: 'pages/digital-textbooks/study',
    title: '教材学习',
    nav: 'bar',
    load: () => import('./pages/digital-textbooks/study'),
  },
  {
    path: 'pages/digital-textbooks/publish',
    title: '发表',
    nav: 'bar',
    load: () => import('./pages/digital-textbooks/publish'),
  },
  {
    path: 'pages/digital-textbooks/expand',
    title: '拓展阅读',
    nav: 'none',
    load: () => import('./pages/digital-textbooks/expand'),
  },
  {
    path: 'pages/digital-textbooks/video',
    title: '教材视频',
    nav: 'bar',
    load: () => import('./pages/digital-textbooks/video'),
  },
  {
    path: 'pages/digital-textbooks/search',
    title: '教材内搜索',
    nav: 'bar',
    load: () => import('./pages/digital-textbooks/search'),
  },
  {
    path: 'pages/digital-textbooks/runcode',
    title: '运行代码',
    nav: 'bar',
    load: () => import('./pages/digital-textbooks/runcode'),
  },

  { path: 'pages/buy/confirm', title: '确认订单', nav: 'bar', load: () => import('./pages/buy/confirm') },
  { path: 'pages/buy/result', title: '支付结果', nav: 'bar', load: () => import('./pages/buy/result') },
  { path: 'pages/buy/cashier', title: '测试收银台', nav: 'bar', load: () => import('./pages/buy/cashier') },

  { path: 'pages/exam/index', title: '考试', nav: 'bar', load: () => import('./pages/exam/index') },
  {
    path: 'pages/exam/answer',
    title: '答题',
    nav: 'none',
    swipeBack: false,
    load: () => import('./pages/exam/answer'),
  },
  { path: 'pages/exam/result', title: '考试结果', nav: 'bar', load: () => import('./pages/exam/result') },
  { path: 'pages/exam/record', title: '考试记录', nav: 'bar', load: () => import('./pages/exam/record') },

  { path: 'pages/bank/index', title: '题库', nav: 'bar', load: () => import('./pages/bank/index') },
  { path: 'pages/bank/details', title: '题库详情', nav: 'custom', load: () => import('./pages/bank/details') },
  { path: 'pages/bank/practice', title: '练习', nav: 'bar', load: () => import('./pages/bank/practice') },
  { path: 'pages/bank/wrong', title: '错题本', nav: 'bar', load: () => import('./pages/bank/wrong') },

  { path: 'pages/study/offline', title: '离线书架', nav: 'bar', load: () => import('./pages/study/offline') },

  { path: 'pages/login/index', title: '登录', nav: 'custom', load: () => import('./pages/login/index') },
  { path: 'pages/login/forget', title: '忘记密码', nav: 'bar', load: () => import('./pages/login/forget') },
  { path: 'pages/login/set-password', title: '设置密码', nav: 'bar', load: () => import('./pages/login/set-password') },
  {
    path: 'pages/login/bind-mobile',
    title: '绑定手机号',
    nav: 'bar',
    swipeBack: false,
    load: () => import('./pages/login/bind-mobile'),
  },
  { path: 'pages/login/scan', title: '扫码登录', nav: 'bar', load: () => import('./pages/login/scan') },

  { path: 'pages/message/index', title: '消息中心', nav: 'bar', load: () => import('./pages/message/index') },
  { path: 'pages/message/list', title: '消息列表', nav: 'bar', load: () => import('./pages/message/list') },

  { path: 'pages/order/index', title: '我的订单', nav: 'bar', load: () => import('./pages/order/index') },
  { path: 'pages/order/details', title: '订单详情', nav: 'bar', load: () => import('./pages/order/details') },
  { path: 'pages/order/invoice', title: '申请发票', nav: 'bar', load: () => import('./pages/order/invoice') },

  { path: 'pages/my/home', title: '个人主页', nav: 'bar', load: () => import('./pages/my/home') },
  { path: 'pages/my/edit-info', title: '编辑资料', nav: 'bar', load: () => import('./pages/my/edit-info') },
  { path: 'pages/my/collect', title: '我的收藏', nav: 'bar', load: () => import('./pages/my/collect') },
  { path: 'pages/my/browse', title: '浏览记录', nav: 'bar', load: () => import('./pages/my/browse') },
  { path: 'pages/my/auth', title: '学生认证', nav: 'bar', load: () => import('./pages/my/auth') },

  { path: 'pages/exchange/index', title: '兑换中心', nav: 'bar', load: () => import('./pages/exchange/index') },
  { path: 'pages/exchange/record', title: '兑换记录', nav: 'bar', load: () => import('./pages/exchange/record') },

  { path: 'pages/help/index', title: '帮助与客服', nav: 'bar', load: () => import('./pages/help/index') },
  { path: 'pages/help/cs', title: '联系客服', nav: 'bar', load: () => import('./pages/help/cs') },
  { path: 'pages/help/feedback', title: '意见反馈', nav: 'bar', load: () => import('./pages/help/feedback') },

  { path: 'pages/setting/index', title: '设置', nav: 'bar', load: () => import('./pages/setting/index') },
  { path: 'pages/setting/about', title: '关于我们', nav: 'bar', load: () => import('./pages/setting/about') },
  {
    path: 'pages/setting/cancel-account',
    title: '注销账号',
    nav: 'bar',
    load: () => import('./pages/setting/cancel-account'),
  },
  {
    path: 'pages/setting/edit-phone',
    title: '更换手机号',
    nav: 'bar',
    load: () => import('./pages/setting/edit-phone'),
  },
  {
    path: 'pages/setting/edit-password',
    title: '修改密码',
    nav: 'bar',
    load: () => import('./pages/setting/edit-password'),
  },
  {
    path: 'pages/setting/forget-password',
    title: '找回密码',
    nav: 'bar',
    load: () => import('./pages/setting/forget-password'),
  },
  { path: 'pages/setting/devices', title: '登录设备', nav: 'bar', load: () => import('./pages/setting/devices') },

  { path: 'pages/article/index', title: '文章', nav: 'bar', load: () => import('./pages/article/index') },
  { path: 'pages/article/agreement', title: '协议', nav: 'bar', load: () => import('./pages/article/agreement') },
  { path: 'pages/article/banner', title: '活动', nav: 'bar', load: () => import('./pages/article/banner') },

  {
    path: 'pages/app-update/index',
    title: '版本更新',
    nav: 'custom',
    swipeBack: false,
    load: () => import('./pages/app-update/index'),
  },

  { path: 'pages/filePreview/index', title: '文件预览', nav: 'bar', load: () => import('./pages/filePreview/index') },
  {
    path: 'pages/filePreview/gallery',
    title: '图片预览',
    nav: 'none',
    load: () => import('./pages/filePreview/gallery'),
  },

  { path: 'choose-location', title: '选择位置', nav: 'bar', load: () => import('./pages/choose-location') },
  { path: 'open-location', title: '查看位置', nav: 'bar', load: () => import('./pages/open-location') },
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
