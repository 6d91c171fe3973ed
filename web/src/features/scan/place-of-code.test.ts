import { expect, test } from 'vitest'
import { placeOfCode } from './place-of-code'

const origin = 'https://study.example.cn'

test.each([
  [
    'a login code, whatever host showed it',
    'http://10.0.0.8:3000/#/pages/login/scan?id=abc',
    '/pages/login/scan?id=abc',
  ],
  ['a printed code', 'ABCD2345', '/pages/resource/index?qrcode=ABCD2345'],
  ['a printed code with a paragraph', ' abcd2345.p-7 ', '/pages/resource/index?qrcode=abcd2345.p-7'],
  [
    'a printed link of an older address',
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
  ['a link of ours', `${origin}/#/pages/course/details?id=1&r=share`, '/pages/course/details?id=1&r=share'],
  ['our home', `${origin}/`, '/pages/index/index'],
])('a scan recognises %s', (_name, text, place) => expect(placeOfCode(text, origin)).toBe(place))

test.each([
  ['another site', 'https://evil.example.com/#/pages/course/details?id=1'],
  ['another site that looks like ours', 'https://study.example.cn.evil.com/#/pages/my/index'],
  ['a page that does not exist', `${origin}/#/pages/none/here`],
  ['a page of the login area', `${origin}/#/pages/login/index?redirect=/pages/my/index`],
  ['a script', 'javascript:alert(1)'],
  ['some words', '好好学习，天天向上'],
  ['nothing', '   '],
  ['something far too long', 'A'.repeat(5000)],
])('a scan rejects %s', (_name, text) => expect(placeOfCode(text, origin)).toBeNull())
