import { expect, it } from 'vitest'
import routes from '../../spec/routes.json'
import { appConstants, appDefaults, appLimits, colours, rpxSizes, texts, timing } from './constants'
import { isPublicRoute } from './route-guard'

it('constants match the specification', () => {
  expect(appConstants).toEqual({ name: '多享学', version: '2.4.4', platform: 'H5', tokenKey: 'dxx-app-token' })
  expect(colours).toEqual({ selected: '#2b6cff', confirm: '#FFBB24', background: '#f8f8f8' })
  expect(timing).toEqual({
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
  })
  expect(appLimits).toEqual({
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
  })
  expect(rpxSizes).toEqual({ windowWidth: 750, pullThreshold: 80, secondFloor: 200, backToTop: 400 })
  expect(appDefaults).toEqual({ fontSize: 50, showBook: true })
})

it('texts match the specification verbatim', () => {
  expect(texts).toMatchObject({
    serverError: '服务器异常，请稍后再试～',
    empty: '暂无内容，一起去学习～',
    studentAuth: '学生认证',
    free: '限时免费',
    searchPlaceholder: '请输入关键字',
    confirm: '确认',
    cancel: '取消',
  })
})

it.each(routes)('$path is public as specified', ({ path, public: open }) => expect(isPublicRoute(path)).toBe(open))
