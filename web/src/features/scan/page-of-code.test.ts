import { expect, test } from 'vitest'
import { pageOfScannedCode } from './page-of-code'

const origin = 'https://study.example.cn'

test.each([
  [
    'a login code shown by a different host',
    'http://10.0.0.8:3000/#/pages/login/scan?id=abc',
    '/pages/login/scan?id=abc',
  ],
  ['a printed code', 'ABCD2345', '/pages/resource/index?qrcode=ABCD2345'],
  ['a printed code with a paragraph', ' abcd2345.p-7 ', '/pages/resource/index?qrcode=abcd2345.p-7'],
  [
    'a printed link with an old host name',
    'https://old.example.org/#/pages/resource/index?qrcode=ABCD2345&r=share',
    '/pages/resource/index?qrcode=ABCD2345',
  ],
  ['a printed link without a route', `${origin}/?qrcode=ABCD2345`, '/pages/resource/index?qrcode=ABCD2345'],
  ['an encrypted link', `${origin}/#/pages/resource/index?param=x_-y`, '/pages/resource/index?param=x_-y'],
  ['a coupon', 'ABCD-EFGH-2345-67', '/pages/exchange/index?code=ABCDEFGH234567'],
  [
    'a coupon as a link',
    'https://old.example.org/#/pages/exchange/index?code=ABCD-EFGH',
    '/pages/exchange/index?code=ABCD-EFGH',
  ],
  ['a page of this site', `${origin}/#/pages/course/details?id=1&r=share`, '/pages/course/details?id=1&r=share'],
  ['the home page of this site', `${origin}/`, '/pages/index/index'],
])('returns the page URL of %s', (_name, text, place) => expect(pageOfScannedCode(text, origin)).toBe(place))

test.each([
  ['a URL of another site', 'https://evil.example.com/#/pages/course/details?id=1'],
  ['a URL of another site that looks like ours', 'https://study.example.cn.evil.com/#/pages/my/index'],
  ['a page that does not exist', `${origin}/#/pages/none/here`],
  ['the login page', `${origin}/#/pages/login/index?redirect=/pages/my/index`],
  ['a javascript: URL', 'javascript:alert(1)'],
  ['a plain text', '好好学习，天天向上'],
  ['spaces only', '   '],
  ['a text of 5000 characters', 'A'.repeat(5000)],
])('returns null for %s', (_name, text) => expect(pageOfScannedCode(text, origin)).toBeNull())
