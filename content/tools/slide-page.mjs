// One slide as a page of HTML, and a script as the list of steps it is shown in.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import katex from 'katex'

const gradients = {
  blue: '#3d7bff,#1d46c9',
  amber: '#ffb648,#ee7d1b',
  teal: '#2bb8a3,#0d7a77',
  violet: '#8a6bff,#5433c9',
  rose: '#f1698a,#b92c5c',
  slate: '#4a5568,#1f2937',
}
const accents = {
  blue: '#2b6cff',
  amber: '#d97400',
  teal: '#0f9b86',
  violet: '#6a48e8',
  rose: '#d93a6c',
  slate: '#4a5568',
}

/** KaTeX's styles with its fonts inside, because a page made by setContent has no folder to load them from. */
function katexStyles() {
  const folder = dirname(createRequire(import.meta.url).resolve('katex/dist/katex.min.css'))
  const fonts = new Set(readdirSync(join(folder, 'fonts')))
  return readFileSync(join(folder, 'katex.min.css'), 'utf8').replace(/url\(fonts\/([\w-]+\.woff2)\)/g, (all, name) =>
    fonts.has(name) ? `url(data:font/woff2;base64,${readFileSync(join(folder, 'fonts', name), 'base64')})` : all,
  )
}
export const mathStyles = katexStyles()

const styles = `
*{box-sizing:border-box;margin:0}
body{width:640px;height:360px;overflow:hidden;font:400 21px/1.5 "Noto Sans CJK SC",sans-serif;color:#171b26;background:#fff}
.title{height:360px;color:#fff;padding:104px 48px 0;position:relative;overflow:hidden}
.title small{font-size:19px;opacity:.9}.title h1{font-size:40px;line-height:1.3;margin-top:10px;letter-spacing:1px}
.title i,.title u{position:absolute;border-radius:50%;background:#ffffff22}
.title i{width:230px;height:230px;right:-70px;bottom:-80px}.title u{width:110px;height:110px;right:120px;top:-60px;background:#ffffff18}
h2{position:absolute;left:32px;right:32px;top:20px;font-size:27px;line-height:1.35;padding-left:14px}
h2:before{content:"";position:absolute;left:0;top:6px;bottom:5px;width:5px;border-radius:3px;background:var(--accent)}
main{position:absolute;left:32px;right:32px;top:72px;height:236px;overflow:hidden;display:flex;flex-direction:column;justify-content:center}
footer{position:absolute;left:32px;right:32px;bottom:0;height:44px;font-size:13px;line-height:42px;color:#9aa2b1;display:flex;justify-content:space-between}
.bar{position:absolute;left:0;bottom:0;height:4px;background:var(--accent)}
ul{padding:0;display:grid;gap:6px}
li{list-style:none;display:flex;gap:14px;font-size:26px;line-height:1.4;padding:9px 16px;border-radius:12px;color:#5b6372}
li:before{content:"";flex:none;width:9px;height:9px;border-radius:5px;margin-top:14px;background:currentColor;opacity:.5}
li.now{background:#f1f5ff;color:#171b26;font-weight:700}li.now:before{background:var(--accent);opacity:1}
li code{font-family:"DejaVu Sans Mono","Noto Sans CJK SC",monospace;font-size:.88em}
pre{background:#101828;color:#e4e7ec;border-radius:12px;padding:12px 0;font:19px/1.55 "DejaVu Sans Mono","Noto Sans CJK SC",monospace}
pre.text{font-family:"Noto Sans Mono CJK SC",monospace}pre.big{font-size:23px}pre.small{font-size:16px}pre div{padding:0 18px;white-space:pre;min-height:1.55em}pre .dim{opacity:.42}pre .lit{background:#2b6cff55}
.kw{color:#c792ea}.st{color:#c3e88d}.nm{color:#f78c6c}.cm{color:#94a3b8}
.math{font-size:24px;padding:4px 14px;border-radius:12px;text-align:center;color:#5b6372}.math.now{background:#f1f5ff;color:#171b26}
.later{visibility:hidden}
svg{display:block;margin:0 auto;font-family:"Noto Sans CJK SC",sans-serif;font-size:18px}
p.say{position:absolute;left:0;right:0;bottom:0;min-height:52px;padding:10px 24px;background:#171b26;color:#fff;font-size:18px;line-height:1.5;text-align:center}
`

const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const inline = (text) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const keywords =
  'def class return if elif else for while in import from with as try except raise not and or None True False lambda int char void struct ' +
  'SELECT FROM WHERE JOIN LEFT ON GROUP BY HAVING ORDER LIMIT INSERT INTO VALUES CREATE TABLE INDEX UPDATE SET DELETE BEGIN COMMIT ROLLBACK ' +
  'PRIMARY KEY REFERENCES NOT NULL UNIQUE CHECK AND OR AS COUNT SUM AVG EXPLAIN QUERY PLAN USING SEARCH SCAN DESC'
const rest = `("[^"]*"|'[^']*')|\\b(${keywords.replaceAll(' ', '|')})\\b|\\b(\\d+(?:\\.\\d+)?)\\b`
const tokens = {
  python: new RegExp(`(#.*)|${rest}`, 'g'),
  sql: new RegExp(`(--.*)|${rest}`, 'g'),
  c: new RegExp(`(//.*)|${rest}`, 'g'),
  text: /(?!)/g,
}

function colourLine(line, language) {
  let html = ''
  let at = 0
  for (const found of line.matchAll(tokens[language])) {
    const kind = found[1] ? 'cm' : found[2] ? 'st' : found[3] ? 'kw' : 'nm'
    html += `${escapeHtml(line.slice(at, found.index))}<span class="${kind}">${escapeHtml(found[0])}</span>`
    at = found.index + found[0].length
  }
  return html + escapeHtml(line.slice(at))
}

const split = (text) => {
  const at = text.indexOf(' | ')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 3)]
}

/** The steps of one slide: what is visible and what is said. */
function slideSteps(slide) {
  const rows = slide.lines ?? slide.formulas
  if (rows) {
    const parts = rows.map(split)
    const said = parts.flatMap(([, say], index) => (say ? [{ say, from: index }] : []))
    return said.map(({ say, from }, index) => {
      const end = said[index + 1]?.from ?? parts.length
      return { slide, say, from, end, rows: parts.map(([text]) => text) }
    })
  }
  return slide.say.map((entry, index) => {
    const [range, say] = split(entry)
    if (!say) return { slide, say: entry, index: index + 1 }
    const [from, to = from] = range.split('-').map(Number)
    return { slide, say, index: index + 1, lit: [from, to] }
  })
}

export function stepsOf(script) {
  const steps = [{ say: script.open, first: true }]
  for (const slide of script.slides) {
    steps.push(...slideSteps(slide).map((step, index) => ({ ...step, first: index === 0 })))
  }
  return steps
}

function body({ slide, rows, from, end, index, lit }) {
  // What comes later takes its place already, so that nothing jumps when it appears.
  const state = (i) => (i >= end ? 'later' : i >= from ? 'now' : '')
  if (slide.lines) {
    return `<ul>${rows.map((text, i) => `<li class="${state(i)}"><span>${inline(text)}</span></li>`).join('')}</ul>`
  }
  if (slide.formulas) {
    const math = (text) => katex.renderToString(text, { displayMode: false, throwOnError: true })
    return rows.map((text, i) => `<div class="math ${state(i)}">${math(`\\displaystyle ${text}`)}</div>`).join('')
  }
  if (slide.code) {
    const lines = slide.code.trimEnd().split('\n')
    // A Chinese character is as wide as 1.66 letters of the code font.
    const widest = Math.max(...lines.map((line) => line.length + 0.66 * (line.match(/[\u2e80-\uffef]/g)?.length ?? 0)))
    const size = lines.length > 7 || widest > 46 ? 'small' : lines.length <= 5 && widest <= 37 ? 'big' : ''
    const kind = (n) => (lit ? (n >= lit[0] && n <= lit[1] ? 'lit' : 'dim') : '')
    const language = slide.language ?? 'python'
    return `<pre class="${size} ${language}">${lines.map((line, i) => `<div class="${kind(i + 1)}">${colourLine(line, language)}</div>`).join('')}</pre>`
  }
  const hidden = `<style>${Array.from({ length: 20 }, (_, i) => i + 1)
    .map(
      (n) =>
        (n > index ? `[data-step="${n}"]{display:none}` : '') + (n === index ? '' : `[data-only="${n}"]{display:none}`),
    )
    .join('')}</style>`
  return `${hidden}<svg viewBox="0 0 576 230" width="576" height="230">${slide.figure}</svg>`
}

export function slidePage(script, step, done) {
  const head = `<!doctype html><meta charset="utf-8"><style>${styles}${step.slide?.formulas ? mathStyles : ''}:root{--accent:${accents[script.colour]}}</style>`
  const burnt = script.burn ? `<p class="say">${escapeHtml(step.say)}</p>` : ''
  if (!step.slide) {
    return `${head}<div class="title" style="background:linear-gradient(150deg,${gradients[script.colour]})"><small>${escapeHtml(script.series)}</small><h1>${escapeHtml(script.title)}</h1><i></i><u></u></div>${burnt}`
  }
  const foot = `<footer><span>${escapeHtml(script.series)}</span><span>${escapeHtml(script.title)}</span></footer>`
  const bar = `<div class="bar" style="width:${(done * 100).toFixed(1)}%"></div>`
  return `${head}<h2>${inline(step.slide.head)}</h2><main>${body(step)}</main>${foot}${bar}${burnt}`
}
