import { readFileSync } from 'node:fs'
import { expect, inject } from 'vitest'
import { rejectStudent } from '../server/src/modules/students/review'
import { startWechatSimulator } from '../server/src/testing/simulators/wechat'
import { newMobile, register } from './accounts'
import { api } from './browser'
import { curriculum } from './catalogue'
import { withDb } from './exam'
import { chaptersOf } from './reader'
import { ordersOf, saleItem } from './shop'

/** A page and the kind of user who opens it. */
export interface PageCase {
  who: Who
  path: string
  /** Text shown once the page has its content. */
  sign: string | RegExp
  query: () => Promise<string>
}
export type Who = 'guest' | 'student' | 'wechat' | 'pending' | 'rejected'

/** Caches a value per test file, not longer, because another test file may end the session or cancel the order. */
const cached = <T>(ask: () => Promise<T>) => {
  const answers = new Map<string | undefined, Promise<T>>()
  return () => {
    const { testPath } = expect.getState()
    const answer = answers.get(testPath) ?? ask()
    answers.set(testPath, answer)
    return answer
  }
}

const login = (mobile: string) => async () =>
  (await api().call('POST /v1/login_password', { mobile, password: 'Study2026' })).token

/** Registers a user by WeChat, without a phone number. */
async function byWechat(): Promise<string> {
  const wechat = await startWechatSimulator({ port: inject('wechatPort') })
  const code = wechat.codeFor({ openid: `o-${Math.random()}`, nickname: '只有微信' })
  const { token } = await api().call('POST /v130/wechat_login', { code })
  await wechat.close()
  return token
}

/** Registers a user whose student verification is pending. */
async function applicant(): Promise<string> {
  const token = await register(newMobile(), '等审核的人')
  const { list } = await api(token).call('GET /v1/universities', { keyword: '武汉大学' })
  const filled = { className: '哲学 2501 班', studentNo: '0012345', name: '林晚' }
  await api(token).call('POST /v1/student_auth', { universityCode: list[0]!.code, ...filled })
  return token
}

async function refused(): Promise<string> {
  const token = await applicant()
  const { id } = await api(token).call('GET /v1/get_user_info', {})
  await withDb(async (db) => {
    const { uid } = await db
      .selectFrom('student_applications as a')
      .innerJoin('users as u', 'u.id', 'a.user_id')
      .select('a.uid')
      .where('u.uid', '=', id)
      .executeTakeFirstOrThrow()
    await rejectStudent(db, uid, '照片看不清学号', Math.floor(Date.now() / 1000))
  })
  return token
}

/** Functions that return a token per kind of user. */
export const tokens: Record<Who, () => Promise<string>> = {
  guest: async () => '',
  student: cached(login('13800000001')),
  wechat: cached(byWechat),
  pending: cached(applicant),
  rejected: cached(refused),
}

const course = cached(() => curriculum('course', 'Python 程序设计'))
const textbook = cached(() => curriculum('textbook', '数据结构与算法'))
const ebook = cached(() => curriculum('ebook', '怎样自学一门课'))
const bank = cached(() => curriculum('bank', '计算机专业基础训练'))

/**
 * Returns an order of the student in the given state. An unpaid one is created, because it expires after half an hour;
 * the sample data has one in every other state.
 */
async function order(status: number): Promise<string> {
  if (status === 0) return (await waitingOrder()).id
  const found = (await ordersOf(await tokens.student())).find((one) => one.status === status)
  if (!found) throw new Error(`the student has no order in state ${status}`)
  return found.id
}

const waitingOrder = cached(async () => {
  const curriculumId = (await saleItem('course')).id
  return api(await tokens.student()).call('POST /v1/order_create', { curriculumId })
})

async function payment(): Promise<string> {
  const { id } = await waitingOrder()
  const action = await api(await tokens.student()).call('POST /v1/order_pay', { id, channel: 'test' })
  if (action.way !== 'cashier') throw new Error(`paid by ${action.way}`)
  return action.no
}

async function chapter(kind: 'text' | 'expand'): Promise<string> {
  const { id } = await textbook()
  return `id=${id}&chapter=${(await chaptersOf('textbook', id)).find((row) => row.kind === kind)!.id}`
}

/** A chapter whose formulas are wider than a phone. */
async function withFormulas(): Promise<string> {
  const { id } = await curriculum('ebook', '概率论的十二堂课')
  return `id=${id}&chapter=${(await chaptersOf('ebook', id)).find(({ title }) => title.includes('反面与重叠'))!.id}`
}

async function resource(kind: 'video' | 'document'): Promise<string> {
  const { list } = await api(await tokens.student()).call('GET /v1/textbooks_resource', {
    id: (await textbook()).id,
    pageSize: 50,
  })
  const found = list.find((one) => (one.kind === 'video') === (kind === 'video'))
  if (!found) throw new Error(`the textbook has no ${kind}: ${list.map((one) => one.kind)}`)
  return found.id
}

const attempt = cached(async () => {
  const { list } = await api(await tokens.student()).call('GET /v1/exam_records', {})
  return list.find(({ score }) => score !== null)!.id
})

async function firstTest(): Promise<string> {
  const [test] = await api(await tokens.student()).call('GET /v1/textbooks_test_list', { id: (await textbook()).id })
  return test!.id
}

async function homework(): Promise<string> {
  const { list } = await api(await tokens.student()).call('GET /v1/assignments', {})
  return list[0]!.id
}

async function ownClass(): Promise<string> {
  const { classes } = await api(await tokens.student()).call('GET /v1/my_classes', {})
  return classes[0]!.id
}

async function teacherId(): Promise<string> {
  const { teacher } = await api().call('GET /v1/course_info', { id: (await course()).id })
  return teacher!.id
}

async function article(): Promise<string> {
  return (await api().call('GET /v1/article_list', {})).list[0]!.id
}

async function banner(): Promise<string> {
  return (await api().call('GET /v130/app_banner', {}))[0]!.id
}

async function gallery(): Promise<string> {
  const { cover } = await ebook()
  if (!cover) throw new Error('the book has no cover')
  return `urls=${encodeURIComponent(`${cover},${cover}`)}`
}

const as =
  (who: Who) =>
  (path: string, sign: PageCase['sign'], query = async () => ''): PageCase => ({ who, path, sign, query })
const guest = as('guest')
const student = as('student')

/** One case per route and kind of user; routes whose states look different have several. */
export const pageCases: PageCase[] = [
  guest('pages/index/index', '精品课程'),
  student('pages/index/index', '精品课程'),
  student('pages/books/index', '大家都在读'),
  student('pages/study/index', '今日学习'),
  guest('pages/my/index', '登录'),
  student('pages/my/index', '我的订单'),
  student('pages/index/course', '没有更多了'),
  student('pages/index/books', '没有更多了'),
  student('pages/index/textbooks', '没有更多了'),
  guest('pages/test/test', '分页列表'),
  student('pages/search/index', '热门搜索'),
  student('pages/search/index', '数据结构与', async () => 'keyword=%E7%AE%97%E6%B3%95'),
  student('pages/ai/index', '有什么不明白的'),
  student('pages/webview/index', '即将离开多享学', async () => 'url=https%3A%2F%2Fexample.org'),
  student('pages/resource/index', '来自', async () => `id=${await resource('document')}`),
  student('pages/evaluate/index', '我写的评价'),
  student('pages/evaluate/index', '总体评分', async () => `id=${(await course()).id}&kind=course`),
  student('pages/teacher/index', '课程', async () => `id=${await teacherId()}`),
  guest('pages/download/index', '下载'),
  student('pages/course/details', '这门课适合谁', async () => `id=${(await course()).id}`),
  guest('pages/course/details', '第 1 章 起步', async () => `id=${(await course()).id}&tab=chapters`),
  student('pages/course/details', '人评分', async () => `id=${(await course()).id}&tab=comments`),
  student('pages/course/study', '目录', async () => `id=${(await course()).id}`),
  student('pages/books/details', '目录', async () => `id=${(await ebook()).id}`),
  student('pages/books/read', '反面与重叠', withFormulas),
  student('pages/digital-textbooks/details', '数据库与 SQL', async () => `id=${(await textbook()).id}&tab=related`),
  student('pages/digital-textbooks/read', /./, async () => `${await chapter('text')}`),
  student('pages/digital-textbooks/study', '目录', async () => `id=${(await textbook()).id}`),
  student('pages/digital-textbooks/publish', '发表', async () => `${await chapter('text')}&quote=%E6%A0%88`),
  student('pages/digital-textbooks/expand', /./, async () => `${await chapter('expand')}`),
  student('pages/digital-textbooks/video', /./, async () => `resource=${await resource('video')}`),
  student('pages/digital-textbooks/search', '栈', async () => `id=${(await textbook()).id}&q=%E6%A0%88`),
  student('pages/digital-textbooks/runcode', '运行'),
  student('pages/buy/confirm', '提交订单', async () => `id=${(await ebook()).id}`),
  ...[0, 1, 2, 3, 4, 5].map((status) => student('pages/buy/result', '订单', async () => `id=${await order(status)}`)),
  student('pages/buy/cashier', '付款', async () => `no=${await payment()}`),
  student('pages/exam/index', '数据结构'),
  student('pages/exam/answer', '第 1 题', async () => `chapter=${await firstTest()}`),
  student('pages/exam/answer', '正确答案', async () => `attempt=${await attempt()}`),
  student('pages/exam/result', '按题型', async () => `id=${await attempt()}`),
  student('pages/exam/record', '数据结构'),
  student('pages/bank/index', '没有更多了'),
  student('pages/bank/details', '目录', async () => `id=${(await bank()).id}`),
  student('pages/bank/practice', '随机 20 题', async () => `id=${(await bank()).id}`),
  student('pages/bank/wrong', '错题'),
  student('pages/study/offline', '本机'),
  student('pages/study/assignments', '作业'),
  student('pages/study/assignment', '截止', async () => `id=${await homework()}`),
  student('pages/study/class', '用班级码加入班级'),
  student('pages/study/grades', '总评', async () => `class=${await ownClass()}`),
  guest('pages/login/index', '欢迎来到多享学'),
  guest('pages/login/forget', '手机号'),
  student('pages/login/set-password', '密码'),
  as('wechat')('pages/login/bind-mobile', '绑定手机号'),
  student('pages/login/scan', '确认登录', async () => `id=${(await api().call('POST /v1/login_qr_create', {})).id}`),
  student('pages/message/index', '客服消息'),
  student('pages/message/list', '购买成功', async () => 'kind=order'),
  student('pages/order/index', '已完成'),
  ...[0, 1, 2, 3, 4, 5].map((status) =>
    student('pages/order/details', '订单信息', async () => `id=${await order(status)}`),
  ),
  student('pages/order/invoice', '发票抬头', async () => `id=${await order(1)}`),
  student('pages/my/home', '公开笔记'),
  student('pages/my/edit-info', '昵称'),
  student('pages/my/collect', '全部'),
  student('pages/my/browse', '全部'),
  student('pages/my/notes', '待复习'),
  student('pages/my/notes', '看答案', async () => 'review=1'),
  student('pages/my/coupons', '可用'),
  student('pages/my/auth', '现在可以查看学校发布的考试了'),
  as('wechat')('pages/my/auth', '未认证'),
  as('pending')('pages/my/auth', '待审核'),
  as('rejected')('pages/my/auth', '照片看不清学号'),
  student('pages/exchange/index', '兑换码'),
  student('pages/exchange/record', /./),
  student('pages/help/index', '怎样申请退款'),
  student('pages/help/cs', '不客气'),
  student('pages/help/feedback', '问题或建议'),
  student('pages/help/feedback', '客服回复', async () => 'tab=mine'),
  guest('pages/setting/index', '关于'),
  student('pages/setting/index', '退出登录'),
  guest('pages/setting/about', '2.4.4'),
  student('pages/setting/cancel-account', '注销'),
  student('pages/setting/edit-phone', '手机号'),
  student('pages/setting/edit-password', '密码'),
  student('pages/setting/forget-password', '验证码'),
  student('pages/setting/devices', '当前设备'),
  guest('pages/article/index', /./),
  guest('pages/article/index', /./, async () => `id=${await article()}`),
  student('pages/article/agreement', '一、账号', async () => 'id=1'),
  guest('pages/article/banner', '把书读成实验', async () => `id=${await banner()}`),
  guest('pages/app-update/index', '版本'),
  student('pages/filePreview/index', /./, async () => `resource=${await resource('document')}`),
  student('pages/filePreview/gallery', '1 / 2', gallery),
  student('choose-location', '湖北省'),
  student('open-location', '复制地址', async () => 'name=%E6%B1%9F%E5%9F%8E&address=%E8%B7%AF'),
]

/** Every route of the app. */
export const everyRoute = [
  ...readFileSync(new URL('../web/src/router/routes.ts', import.meta.url), 'utf8').matchAll(/path: '([^']+)'/g),
].map(([, path]) => path!)
