import type { FastifyInstance } from 'fastify'

/** Parameters that login servers add; others are not forwarded to the app. */
const forwarded = ['code', 'ticket', 'state', 'iss', 'error']
const maxLength = 2000

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

/**
 * Page to which schools return after a login that the mobile app has started in the system's browser. It opens the app
 * by the app's own scheme. Another app could register that scheme, but lacks the secret that finishes the login.
 */
export function campusRoutes(app: FastifyInstance): void {
  app.get('/campus/app', (request, reply) => {
    const given = new URL(request.url, 'http://localhost').searchParams
    const query = new URLSearchParams()
    for (const name of forwarded) {
      const value = given.get(name)
      if (value !== null && value.length <= maxLength) query.set(name, value)
    }
    const isConfirmed = query.has('code') || query.has('ticket')
    const link = escapeHtml(`duoxiangxue://campus?${query}`)
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(`<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="0;url=${link}"><title>返回多享学</title></head>
<body style="font:16px/1.6 system-ui,sans-serif;margin:20vh 24px 0;text-align:center">
<p>${isConfirmed ? '学校已确认登录' : '没有完成学校的登录'}，正在返回多享学 App。</p>
<p><a href="${link}" style="display:inline-block;padding:12px 28px;border-radius:24px;background:#2b5cff;color:#fff;text-decoration:none">没有自动返回？点这里</a></p>
</body></html>`)
  })
}
