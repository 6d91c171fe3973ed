import { encode } from 'uqr'
import { csvLine } from '../base/csv'
import type { CodedBook } from '../modules/catalogue/list-printed-codes'

const kindLabels = { resource: '资源', chapter: '章节', paragraph: '段落' } as const

/** Writes the codes as CSV, with the byte order mark by which Excel recognises UTF-8. */
export function codesCsv({ codes }: CodedBook): string {
  const lines = codes.map(({ kind, chapter, title, code, url }) =>
    csvLine([kindLabels[kind], chapter, title, code, url]),
  )
  return `\ufeff${[csvLine(['类型', '章节', '名称', '编码', '网址']), ...lines].join('\r\n')}\r\n`
}

/** Writes a self-contained page for printing: three codes per row on A4, none split across pages. */
export function codesSheet({ title, codes }: CodedBook): string {
  const cells = codes.map(
    ({ kind, chapter, title: name, code, url }) =>
      `<li>${qrSvg(url)}<b>${escapeHtml(name)}</b><span>${kindLabels[kind]}${chapter && chapter !== name ? ` · ${escapeHtml(chapter)}` : ''}</span><code>${escapeHtml(code)}</code></li>`,
  )
  return `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} · 二维码</title>
<style>
@page { size: A4; margin: 12mm }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 186mm; padding: 6mm; color: #171b26; background: #fff; font: 10pt/1.5 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif }
h1 { margin: 0; font-size: 16pt }
p { margin: 1mm 0 5mm; color: #5f6875 }
ul { display: grid; grid-template-columns: repeat(3, 1fr); gap: 5mm; margin: 0; padding: 0; list-style: none }
li { display: flex; flex-direction: column; align-items: center; padding: 4mm 3mm; border: .2mm solid #d5d9e0; border-radius: 2mm; text-align: center; break-inside: avoid }
svg { width: 32mm; height: 32mm; margin-bottom: 2mm }
b { font-size: 10pt; overflow-wrap: anywhere }
span { color: #5f6875; font-size: 8.5pt }
code { margin-top: 1mm; font: 9pt ui-monospace, Menlo, Consolas, monospace; letter-spacing: .3mm }
@media print { body { max-width: none; padding: 0 } }
@media (max-width: 600px) { ul { grid-template-columns: repeat(2, 1fr) } }
</style>
<h1>${escapeHtml(title)}</h1>
<p>${codes.length} 个二维码。用多享学或微信扫一扫打开。</p>
<ul>
${cells.join('\n')}
</ul>
</html>
`
}

/** Draws a QR code dark on white with a quiet zone, which cameras need. */
function qrSvg(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return `<svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img" aria-label="二维码"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)
