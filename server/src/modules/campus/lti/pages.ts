const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const attributes = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join('')

function page(title: string, body: string, data: Record<string, string> = {}): string {
  const script = data.step ? '<script type="module" src="/lti/lti.js"></script>' : ''
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/lti/lti.css">${script}</head><body${attributes(data)}>${body}</body></html>`
}

export const problemPage = (text: string) =>
  page('多享学', `<main><h1>没有打开</h1><p role="alert">${escapeHtml(text)}</p></main>`)

interface Stored {
  /** Frame of the platform that stores a value, its origin, and the value. */
  target: string
  origin: string
  key: string
  value: string
}

/** Page that asks the platform's frame to store the nonce and then redirects to the platform. */
export const storePage = (stored: Stored, next: string) =>
  page('正在打开', `<noscript><main><p>请在浏览器里开启 JavaScript，再返回学习平台重新打开。</p></main></noscript>`, {
    step: 'store',
    next,
    ...stored,
  })

interface Opened {
  name: string
  title: string
  link: string
  isSameBrowser: boolean
}

/** Page that opens the app; asks the user first if it is uncertain whether this browser started the launch. */
export const openPage = ({ name, title, link, isSameBrowser }: Opened, stored: Stored) =>
  page(
    title,
    `<main hidden><h1>${escapeHtml(title)}</h1>
<p>${name === '' ? '学习平台为你登录多享学。' : `以「${escapeHtml(name)}」的身份进入。不是你本人时，请关闭这个页面。`}</p>
<a class="button" href="${escapeHtml(link)}">进入学习</a></main>
<noscript><main><p>请在浏览器里开启 JavaScript，再返回学习平台重新打开。</p></main></noscript>`,
    { step: 'open', same: isSameBrowser ? 'yes' : 'no', ...stored },
  )

interface Choices {
  token: string
  words: string
  course: string
  list: { target: string; title: string; note: string }[]
}

/** Page on which a teacher chooses the content that a link of the course opens. */
export function choosePage({ token, words, course, list }: Choices): string {
  const items = list.map(
    ({ target, title, note }) => `<li><label><input type="radio" name="target" value="${escapeHtml(target)}" required>
<span>${escapeHtml(title)}<small>${escapeHtml(note)}</small></span></label></li>`,
  )
  const hidden = `<input type="hidden" name="token" value="${escapeHtml(token)}">`
  return page(
    '选择内容',
    `<main><h1>选择要放进课程的内容</h1>
<p>${course === '' ? '' : `课程：${escapeHtml(course)}。`}学生点开链接就进入所选的章节、课程、练习或考试，成绩会传回学习平台。</p>
<form class="search" method="post" action="/lti/choose">${hidden}
<input type="search" name="words" value="${escapeHtml(words)}" aria-label="标题里的字" placeholder="书名、章节名、考试名" maxlength="50">
<button>查找</button></form>
<form method="post" action="/lti/choice">${hidden}
${items.length === 0 ? '<p>没有找到，换个词试试。</p>' : `<ul>${items.join('')}</ul>`}
<div class="actions"><button${items.length === 0 ? ' disabled' : ''}>放进课程</button>
<button class="plain" name="cancel" value="1" formnovalidate>不选了</button></div></form></main>`,
  )
}

/** Page that sends the signed choice back to the platform by a form. */
export const returnPage = (url: string, jwt: string) =>
  page(
    '正在返回',
    `<main><form method="post" action="${escapeHtml(url)}"><input type="hidden" name="JWT" value="${escapeHtml(jwt)}">
<p>正在返回学习平台。</p><button>没有自动返回？点这里</button></form></main>`,
    { step: 'return' },
  )
