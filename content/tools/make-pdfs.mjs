// Prints the handouts in tools/handouts/<course>/*.md to courses/<course>/materials/*.pdf.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import katex from 'katex'
import MarkdownIt from 'markdown-it'
import { chromium } from 'playwright-core'
import { mathStyles } from './slide-page.mjs'

const handouts = join(import.meta.dirname, 'handouts')
const markdown = new MarkdownIt()
const styles = `
@page { size: A4; margin: 18mm 18mm 16mm; }
body { font: 14px/1.75 "Noto Sans CJK SC", sans-serif; color: #171b26; }
h1 { font-size: 25px; border-left: 6px solid #2b6cff; padding-left: 12px; margin: 0 0 14px; }
h2 { font-size: 17px; margin: 20px 0 6px; color: #2b6cff; }
table { border-collapse: collapse; width: 100%; margin: 8px 0; }
th, td { border: 1px solid #d9dee8; padding: 6px 10px; text-align: left; vertical-align: top; }
th { background: #f1f5ff; }
pre { background: #f4f6fa; border-radius: 8px; padding: 10px 14px; font: 13px/1.6 "DejaVu Sans Mono", "Noto Sans CJK SC", monospace; }
code { font-family: "DejaVu Sans Mono", "Noto Sans CJK SC", monospace; font-size: 0.92em; }
hr { border: 0; border-top: 1px solid #9aa2b1; margin: 30px 0; }
blockquote { margin: 10px 0; padding: 4px 14px; background: #fff9ea; border-left: 4px solid #ffbb24; }
`

/** Formulas are taken out before Markdown sees their underscores and backslashes, and put back rendered. */
function render(text) {
  const formulas = []
  const marked = text.replace(/\$\$([^$]+)\$\$|\$([^$]+)\$/g, (_, block, inline) => {
    formulas.push(katex.renderToString(block ?? inline, { displayMode: Boolean(block) }))
    return `\uE000${formulas.length - 1}\uE001`
  })
  return markdown.render(marked).replace(/\uE000(\d+)\uE001/g, (_, i) => formulas[Number(i)])
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
})
const page = await browser.newPage()
for (const course of readdirSync(handouts)) {
  const target = join(import.meta.dirname, '../courses', course, 'materials')
  mkdirSync(target, { recursive: true })
  for (const file of readdirSync(join(handouts, course))) {
    const html = render(readFileSync(join(handouts, course, file), 'utf8'))
    await page.setContent(
      `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><style>${styles}${mathStyles}</style><body>${html}</body></html>`,
    )
    await page.evaluate(() => document.fonts.ready)
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
    writeFileSync(join(target, file.replace(/\.md$/, '.pdf')), pdf)
    process.stdout.write(`${course}/${file}: ${pdf.length} bytes\n`)
  }
}
await browser.close()
