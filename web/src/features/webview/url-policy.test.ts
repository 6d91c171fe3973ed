import { expect, it } from 'vitest'
import { checkUrl } from './url-policy'

const allowed = ['edu.example.cn', '*.press.example.cn']
const origin = 'https://study.example.cn'

it.each([
  ['https://edu.example.cn/a?b#c', 'inside'],
  ['https://books.press.example.cn/', 'inside'],
  ['https://press.example.cn/', 'warn'],
  ['https://evilpress.example.cn/', 'warn'],
  ['https://edu.example.cn.evil.example/', 'warn'],
  ['https://edu.example.cn@evil.example/', 'warn'],
  ['https://user:word@edu.example.cn/', 'warn'],
  ['https://edu.example.cn:8443/', 'warn'],
  ['http://edu.example.cn/', 'warn'],
  ['https://study.example.cn/#/pages/my/index', 'own'],
  ['javascript:alert(1)', 'refused'],
  ['data:text/html,<script>1</script>', 'refused'],
  ['file:///etc/passwd', 'refused'],
  ['pages/my/index', 'refused'],
  [undefined, 'refused'],
])('checkUrl of %s returns %s', (address, kind) => {
  expect(checkUrl(address, allowed, origin).kind).toBe(kind)
})
