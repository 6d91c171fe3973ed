import { describe, expect, it } from 'vitest'
import { discounted, formatAmount, formatYuan, parseAmount, priceLabel } from './amount'
import { examStatus } from './exam-status'
import { badge, formatClock, formatNumber, formatTime, percentage, withoutStop } from './format'
import { maskMobile } from './mask'
import { afterPage, pullState } from './paging-state'
import { isPublicRoute } from './route-guard'
import { shareLink } from './share-link'
import {
  dayNumber,
  formatChineseTime,
  formatDate,
  formatDateTime,
  formatExactTime,
  formatTimeAgo,
  formatTimeLeft,
  parseDate,
  startOfDay,
} from './time-from'

describe('amount', () => {
  it.each([
    ['99,60', 9900, 60, 5940, '¥59.4'],
    ['99', 9900, 100, 9900, '¥99'],
    ['99,', 9900, 100, 9900, '¥99'],
    ['29.9,100', 2990, 100, 2990, '¥29.9'],
    ['0.01,50', 1, 50, 1, '¥0.01'],
    ['0.05,50', 5, 50, 3, '¥0.03'],
    ['19.99,33.33', 1999, 33.33, 666, '¥6.66'],
    ['0,100', 0, 100, 0, '限时免费'],
    ['-5,100', -500, 100, -500, '限时免费'],
    ['59,0', 5900, 0, 0, '限时免费'],
    ['1.005,100', undefined, undefined, undefined, undefined],
    ['abc,100', undefined, undefined, undefined, undefined],
  ])('the amount %j has list price %i, percent %i, price to pay %i and label %s', (text, list, percent, pay, label) => {
    if (list === undefined) return expect(() => parseAmount(text)).toThrow(RangeError)
    expect(parseAmount(text)).toEqual({ list, percent, pay })
    expect(priceLabel(parseAmount(text))).toBe(label)
  })

  it('an amount is rounded half up to whole cents', () => {
    expect([discounted(1, 50), discounted(3, 50), discounted(5, 10), discounted(4, 10)]).toEqual([1, 2, 1, 0])
  })

  it.each([
    [5940, '59.4'],
    [5900, '59'],
    [5, '0.05'],
    [-150, '-1.5'],
  ])('%i cents are %s yuan', (cents, text) => expect(formatYuan(cents)).toBe(text))

  it('formats and parses an amount without loss', () => expect(parseAmount(formatAmount(5999, 80)).pay).toBe(4799))
})

describe('exam status', () => {
  const [start, end] = [1_800_000_000, 1_800_003_600]
  it.each([
    ['before the start', start, end, start - 1, 0],
    ['at the start', start, end, start, 1],
    ['at the end', start, end, end, 1],
    ['after the end', start, end, end + 1, 2],
    ['in milliseconds', start * 1000, end * 1000, (end + 1) * 1000, 2],
    ['mixed units', start, end * 1000, start * 1000 - 1, 0],
    ['no ends', null, undefined, start, 1],
    ['zero ends', 0, 0, start, 1],
    ['reversed', end, start, start - 1000, 1],
    ['only a start, ahead', start, null, start - 1, 0],
    ['only an end, passed', null, end, end + 1, 2],
  ])('exam status %s (start %s, end %s, now %s) is %i', (_case, from, to, now, status) =>
    expect(examStatus(from, to, now)).toBe(status),
  )
})

describe('numbers and times', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.0千'],
    [8650, '8.6千'],
    [9999, '9.9千'],
    [12_345, '1.2万'],
    [99_999_999, '9999.9万'],
    [100_000_000, '1.0亿'],
    [-1200, '-1.2千'],
  ])('formatNumber(%i) returns %s', (value, text) => expect(formatNumber(value)).toBe(text))

  it.each([
    [0, '0秒'],
    [59, '59秒'],
    [60, '1分'],
    [3725, '1小时2分5秒'],
    [90_000, '1天1小时'],
    [-3, '0秒'],
  ])('formatTime(%i) returns %s', (value, text) => expect(formatTime(value)).toBe(text))

  it.each([
    [461, '07:41'],
    [4328, '01:12:08'],
    [360_000, '100:00:00'],
  ])('formatClock(%i) returns %s', (value, text) => expect(formatClock(value)).toBe(text))

  it.each([
    [1, 3, 33],
    [5, 4, 100],
    [1, 0, 0],
    [-1, 4, 0],
    [Number.NaN, 4, 0],
  ])('percentage(%d, %d) returns %i', (part, whole, percent) => expect(percentage(part, whole)).toBe(percent))

  it.each([
    [999, '999'],
    [1000, '999+'],
  ])('badge(%i) returns %s', (count, text) => expect(badge(count)).toBe(text))

  const now = 1_800_000_000
  it.each([
    [now + 60, '刚刚'],
    [now - 299, '刚刚'],
    [now - 300, '5分钟前'],
    [now - 3599, '59分钟前'],
    [now - 3600, '1小时前'],
    [now - 86_400, '1天前'],
    [now - 30 * 86_400 + 1, '29天前'],
    [now - 30 * 86_400, '2026-12-16'],
  ])('formatTimeAgo(%i) returns %s', (then, text) => expect(formatTimeAgo(then, now)).toBe(text))
  it.each([
    [now - 60, '还剩 0 分钟'],
    [now + 1, '还剩 1 分钟'],
    [now + 3599, '还剩 60 分钟'],
    [now + 3600, '还剩 1 小时'],
    [now + 2 * 86_400 - 1, '还剩 47 小时'],
    [now + 3 * 86_400 - 1, '还剩 2 天'],
  ])('formatTimeLeft(%i) returns %s', (until, text) => expect(formatTimeLeft(until, now)).toBe(text))

  it('dates and times are in Asia/Shanghai', () => {
    const beforeMidnight = Date.parse('2026-03-01T23:59:59+08:00') / 1000
    expect(formatDate(beforeMidnight)).toBe('2026-03-01')
    expect(formatDateTime(beforeMidnight)).toBe('2026-03-01 23:59')
    expect(formatExactTime(beforeMidnight)).toBe('2026-03-01 23:59:59')
    expect(formatChineseTime(beforeMidnight + 1)).toBe('3月2日 00:00')
    expect(dayNumber(beforeMidnight + 1) - dayNumber(beforeMidnight)).toBe(1)
    expect(startOfDay(beforeMidnight)).toBe(beforeMidnight + 1 - 86_400)
    expect(parseDate('2026-03-02')).toBe(beforeMidnight + 1)
    expect(parseDate('2026-13-02')).toBeNaN()
  })
})

describe('mask', () => {
  it.each([
    ['13812345678', '138****5678'],
    ['', ''],
    ['12', '12'],
  ])('maskMobile(%j) returns %j', (mobile, masked) => expect(maskMobile(mobile)).toBe(masked))
})

describe('share link', () => {
  it.each([
    ['https://a.cn/', 'pages/course/details', { id: '1' }, 'https://a.cn/#/pages/course/details?id=1&r=share'],
    ['https://a.cn/?code=x#/old?y=1', '/pages/ai/index', {}, 'https://a.cn/#/pages/ai/index?r=share'],
    ['https://a.cn/', 'p', { qrcode: 'q', r: 'old', 名: '栈' }, 'https://a.cn/#/p?%E5%90%8D=%E6%A0%88&r=share'],
  ])('shareLink(%j, %j, %j) returns %s', (base, route, query, link) => expect(shareLink(base, route, query)).toBe(link))
})

describe('route guard', () => {
  it.each([
    ['/', true],
    ['', true],
    ['/pages/index/index', true],
    ['pages/course/details?id=1', true],
    ['/pages/login/anything', true],
    ['pages/bank/details', true],
    ['pages/course/study', false],
    ['pages/my/home', false],
    ['pages/article/agreement', false],
    ['pages/loginx', false],
    ['choose-location', false],
    ['unknown', false],
  ])('isPublicRoute(%j) returns %s', (path, open) => expect(isPublicRoute(path)).toBe(open))
})

describe('paging states', () => {
  it.each([
    [10, 10, 'Default'],
    [9, 10, 'NoMore'],
    [0, 10, 'NoMore'],
  ])('the footer state after a page of %i items, of at most %i, is %s', (received, size, state) =>
    expect(afterPage(received, size)).toBe(state),
  )

  it.each([
    [0, 'Default'],
    [39, 'pulling'],
    [40, 'ReleaseToRefresh'],
    [100, 'GoF2'],
  ])('the header state of a list pulled by %i px is %s', (distance, state) =>
    expect(pullState(distance, { refresh: 40, secondFloor: 100 })).toBe(state),
  )

  it('a list without a second-floor threshold only refreshes, whatever the distance of the pull', () =>
    expect(pullState(1000, { refresh: 40 })).toBe('ReleaseToRefresh'))
})

it.each([
  ['请大家坐好。', '请大家坐好'],
  ['等一下', '等一下'],
  ['可以吗？', '可以吗？'],
  ['停电了， ', '停电了'],
])('withoutStop turns “%s” into “%s”', (text, expected) => expect(withoutStop(text)).toBe(expected))
