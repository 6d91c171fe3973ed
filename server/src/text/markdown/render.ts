import MarkdownIt from 'markdown-it'
import footnote from 'markdown-it-footnote'
import type { CurriculumRef } from '../../base/stable-ids'
import { type Balance, balanceOf, keepLettersAndDigits } from '../balance'
import { contentOfNodes } from '../content-of-html'
import { contentOfChapter } from '../content-of-markdown'
import { type Measured, measureDocument, type Node, writeHtml } from '../document'
import { headingsIn, type OutlineEntry } from '../outline'
import type { Paragraph } from '../paragraphs'
import { parseOwn } from '../sanitise'
import { sanitiseSimple } from '../sanitise-simple'
import { type TopicTexts, topicTexts } from '../terms'
import { containers, references } from './blocks'
import { code, isColoured, parseInfo } from './code'
import { chineseEmphasis } from './emphasis'
import { type Environment, newEnvironment, report } from './environment'
import { formulas } from './formulas'
import { loadLanguages } from './highlight'
import { inlineRules } from './inline'
import { placeFormulas } from './place-formulas'

export interface MarkdownJob {
  source: string
  file: string
  /** Null for texts of the site. */
  curriculum: CurriculumRef | null
  chapter: string
  /** Title in the first line: required in a chapter; optional in a text whose title is stored separately. */
  titled: 'required' | 'optional'
  previous: Paragraph[]
  /** Whether the caller places the formulas: most chapters repeat a few, whose HTML is nearly all of the chapter. */
  separateFormulas?: boolean
}

export type RenderedMarkdown = Omit<Measured, 'anchors' | 'nodes'> &
  Pick<Environment, 'problems' | 'links' | 'files' | 'questions' | 'resources' | 'datasets'> & {
    title: string
    /** HTML of the formulas for `placeFormulas`; empty if they are in `html`. */
    formulas: string[]
    anchors: string[]
    /** Texts for the search index, found before formulas are inserted. */
    topics: TopicTexts
    outline: OutlineEntry[]
    /** Source lines of the elements at the top level of `html`; footnotes, which come last, have none. */
    blockLines: number[]
    balance: Balance
  }

/** A text without paragraph ids, such as the stem or an option of a question. */
export interface FragmentJob {
  source: string
  file: string
  curriculum: CurriculumRef | null
}

export type RenderedFragment = Pick<Environment, 'problems' | 'links' | 'files'> & { html: string }

/** Longer chapters load slowly on phones. */
const longChapter = 50_000

const md = new MarkdownIt({ html: false, linkify: true, typographer: false })
// `main.py` is a file, not a domain of Paraguay.
md.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
// A comment such as //a.b is not a URL, and ftp links do not work: the sanitiser would leave dead links for both.
md.linkify.add('//', null).add('ftp:', null)
// Accepts all URLs: `link` and `image` report and remove disallowed ones, which the parser would leave as text.
md.validateLink = () => true
// The plug-in's types refer to another build of markdown-it.
md.use(footnote as unknown as (md: MarkdownIt) => void)
md.use(chineseEmphasis).use(containers).use(references).use(formulas).use(code).use(inlineRules)

md.renderer.rules.footnote_ref = (tokens, i) => {
  const note = Number(tokens[i]!.meta.id) + 1
  return `<sup><a data-footnote="${note}" role="doc-noteref" tabindex="0">${note}</a></sup>`
}
md.renderer.rules.footnote_block_open = () => '<section class="footnotes" role="doc-endnotes"><ol>\n'
md.renderer.rules.footnote_block_close = () => '</ol></section>\n'
md.renderer.rules.footnote_open = (tokens, i) => `<li data-note="${Number(tokens[i]!.meta.id) + 1}">`
md.renderer.rules.footnote_anchor = () => ''
md.renderer.rules.table_open = () => '<div class="table-scroll" tabindex="0"><table>\n'
md.renderer.rules.table_close = () => '</table></div>\n'

export async function renderMarkdown(job: MarkdownJob): Promise<RenderedMarkdown> {
  const { source, file, curriculum, chapter, previous } = job
  const env = newEnvironment(file, curriculum, chapter)
  const tokens = parse(source, env)
  const title = takeTitle(tokens, env, job.titled === 'required')
  await prepareLanguages(tokens, env)
  // Nodes have links to their parents, which messages between threads would copy.
  const { nodes, ...measured } = measureDocument(
    parseOwn(md.renderer.render(tokens, md.options, env)),
    previous,
    chapter,
  )
  if (measured.plain.length > longChapter)
    report(env, 0, 'warning', `这一章有 ${measured.plain.length} 个字符，超过 ${longChapter}，请拆成几节`)
  const { problems, links, files, questions, resources, datasets, anchors } = env
  const formulas = [...env.formulas.keys()]
  return {
    ...measured,
    ...(job.separateFormulas ? { formulas } : { html: placeFormulas(measured.html, formulas), formulas: [] }),
    topics: topicTexts(nodes),
    outline: headingsIn(nodes),
    blockLines: tokens.flatMap(({ level, nesting, map }) => (level === 0 && nesting >= 0 && map ? [map[0] + 1] : [])),
    balance: balanceOf(contentOfChapter(source), contentOfRendered(nodes, title)),
    title,
    anchors: [...anchors],
    problems,
    links,
    files,
    questions,
    resources,
    datasets,
  }
}

/** Renders a text without paragraph ids. Most texts of questions are simple enough for one pass over their HTML. */
export async function renderFragment({ source, file, curriculum }: FragmentJob): Promise<RenderedFragment> {
  const env = newEnvironment(file, curriculum, '')
  const tokens = parse(source, env)
  // A title counts as part of a chapter, so it is not shown in a question either.
  takeTitle(tokens, env, false)
  await prepareLanguages(tokens, env)
  const written = md.renderer.render(tokens, md.options, env)
  const html = sanitiseSimple(written) ?? withoutIds(writeHtml(parseOwn(written)))
  const { problems, links, files } = env
  return { html: placeFormulas(html, [...env.formulas.keys()]).trim(), problems, links, files }
}

/** Nothing refers to the paragraphs of a fragment, so the anchors of its headings are removed. */
const withoutIds = (html: string) => html.replace(/(<[a-z][^>]*?) data-p="[^"]*"/g, '$1')

function parse(source: string, env: Environment): Tokens {
  if (source.includes('\uFFFD')) report(env, 0, 'error', '文件不是 UTF-8 编码')
  if (source.includes('\0'))
    report(env, source.slice(0, source.indexOf('\0')).split('\n').length, 'error', '有不是文字的字符（NUL）')
  return md.parse(source.replace(/^\uFEFF/, '').replaceAll('\0', ''), env)
}

function contentOfRendered(nodes: Node[], title: string) {
  const content = contentOfNodes(nodes, {
    tex: false,
    isLink: ({ href, ...rest }) => Boolean(href ?? rest['data-chapter']),
  })
  return { ...content, letters: keepLettersAndDigits(title) + content.letters }
}

type Tokens = ReturnType<typeof md.parse>

/** Removes the first-level heading and returns its text: the reading page shows the title separately. */
function takeTitle(tokens: Tokens, env: Environment, required: boolean): string {
  const headings = tokens.flatMap((token, i) => (token.type === 'heading_open' && token.tag === 'h1' ? [i] : []))
  for (const i of headings.slice(1))
    report(env, (tokens[i]!.map?.[0] ?? -1) + 1, 'error', '一章只能有一个一级标题，请改用二级标题')
  if (required && headings[0] !== 0) report(env, 1, 'error', '第一行要是一级标题：# 标题')
  const first = headings[0]
  if (first === undefined || (first !== 0 && !required)) return ''
  const inline = tokens[first + 1]!
  const title = (inline.children ?? []).map(({ content }) => content).join('')
  if (title.trim() === '') report(env, (inline.map?.[0] ?? 0) + 1, 'error', '一级标题是空的')
  tokens.splice(first, 3)
  return title.trim()
}

async function prepareLanguages(tokens: Tokens, env: Environment): Promise<void> {
  const fences = tokens.filter(({ type }) => type === 'fence').map((token) => ({ token, fence: parseInfo(token.info) }))
  const coloured = fences.filter(({ fence }) => isColoured(fence))
  const unknown = await loadLanguages([...new Set(coloured.map(({ fence }) => fence.language))])
  for (const { token, fence } of coloured) {
    if (unknown.includes(fence.language))
      report(env, (token.map?.[0] ?? -1) + 1, 'warning', `不认识的代码语言 ${fence.language}，不着色`)
  }
}
