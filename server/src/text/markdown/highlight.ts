import type { GrammarState, HighlighterCore } from 'shiki/core'
import { escapeHtml } from '../html-text'

/** Our token kinds; web/src/styles/code.css defines their colours, light and dark. */
const kinds: [name: string, scopes: string[]][] = [
  ['comment', ['comment', 'punctuation.definition.comment', 'string.quoted.docstring']],
  [
    'string',
    ['string', 'punctuation.definition.string', 'constant.character', 'constant.other.symbol', 'markup.inline.raw'],
  ],
  ['number', ['constant.numeric', 'constant.language', 'keyword.other.unit', 'support.constant', 'constant.other']],
  ['keyword', ['keyword', 'storage', 'variable.language', 'keyword.operator.new', 'keyword.operator.logical.python']],
  ['plain', ['keyword.operator', 'punctuation', 'meta.brace', 'storage.modifier.import.java']],
  ['function', ['entity.name.function', 'support.function', 'meta.function-call.generic', 'entity.name.command']],
  ['type', ['entity.name.type', 'entity.name.class', 'support.type', 'support.class', 'storage.type.built-in']],
  ['tag', ['entity.name.tag', 'markup.heading', 'entity.name.section']],
  ['attribute', ['entity.other.attribute-name', 'support.type.property-name', 'meta.object-literal.key']],
  ['inserted', ['markup.inserted']],
  ['deleted', ['markup.deleted']],
]

const colourOf = (index: number) => `#0000${(index + 1).toString(16).padStart(2, '0')}`
const kindByColour = new Map(kinds.map(([name], i) => [colourOf(i), name]))

/** A theme with one colour per token kind: the colour that shiki assigns to a token identifies its kind. */
const theme = {
  name: 'kinds',
  type: 'light' as const,
  colors: { 'editor.foreground': '#000000', 'editor.background': '#ffffff' },
  tokenColors: kinds.map(([, scope], i) => ({ scope, settings: { foreground: colourOf(i) } })),
}

/** Loaded on first use: most processes render nothing, and these packages take longer to load than all other ones. */
const loadShiki = async () => {
  const [{ createHighlighterCore }, { createOnigurumaEngine }, { bundledLanguages }] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/oniguruma'),
    import('shiki/langs'),
  ])
  const core = await createHighlighterCore({ themes: [theme], engine: createOnigurumaEngine(import('shiki/wasm')) })
  return { core, bundledLanguages }
}

let loading: ReturnType<typeof loadShiki> | undefined

/** Loads these languages; returns the unknown ones. */
export async function loadLanguages(names: string[]): Promise<string[]> {
  loading ??= loadShiki()
  const { core, bundledLanguages } = await loading
  const unknown: string[] = []
  for (const name of names) {
    if (core.getLoadedLanguages().includes(name)) continue
    const language = bundledLanguages[name as keyof typeof bundledLanguages]
    if (language) await core.loadLanguage(language)
    else unknown.push(name)
  }
  loaded = core
  return unknown
}

let loaded: HighlighterCore | undefined

/** Longer than any line takes on a busy machine: beyond the limit, a line is stored only partly highlighted. */
const tokenizeTimeLimit = 20_000

/** Returns code as HTML with a class per token kind; unchanged if the language was not loaded. */
export function colourCode(code: string, language: string): string {
  if (!loaded?.getLoadedLanguages().includes(language)) return escapeHtml(code)
  if (cachedLines > maxCachedLines) {
    states.clear()
    cachedLines = 0
  }
  let state = stateOf(language, undefined)
  const written: string[] = []
  for (const line of code.split(/\r?\n/)) {
    // Blank and long lines have no effect on the highlighting of the lines after them.
    if (line === '' || line.length >= maxLineLength) {
      written.push(escapeHtml(line))
      continue
    }
    const colored = state.lines.get(line) ?? colourLine(loaded, language, line, state)
    written.push(colored.html)
    state = colored.next
  }
  return written.join('\n')
}

const maxLineLength = 5000
const maxCachedLines = 5000
let cachedLines = 0

/** State of a grammar before a line, with the highlighted lines that followed it: lines of code repeat within a book. */
interface LineState {
  /** Undefined at the start of a text. */
  state: GrammarState | undefined
  lines: Map<string, { html: string; next: LineState }>
}

const states = new Map<string, LineState[]>()

function stateOf(language: string, state: GrammarState | undefined): LineState {
  const known = states.get(language) ?? []
  const found = known.find((one) => isEqualState(one.state, state))
  if (found) return found
  const added: LineState = { state, lines: new Map() }
  states.set(language, [...known, added])
  return added
}

/** The rules that a line is inside of; `equals` leaves the flag out. */
interface Stack {
  parent: Stack | null
  beginRuleCapturedEOL: boolean
  equals(other: Stack): boolean
}

function isEqualState(a: GrammarState | undefined, b: GrammarState | undefined): boolean {
  if (!a || !b) return a === b
  let [one, other] = [a, b].map((state) => state.getInternalStack(theme.name) as unknown as Stack | null)
  if (!one || !other || !one.equals(other)) return false
  for (; one && other; [one, other] = [one.parent, other.parent])
    if (one.beginRuleCapturedEOL !== other.beginRuleCapturedEOL) return false
  return true
}

function colourLine(core: HighlighterCore, language: string, line: string, { state, lines }: LineState) {
  const limits = { tokenizeMaxLineLength: maxLineLength, tokenizeTimeLimit }
  const tokens = core.codeToTokensBase(line, { lang: language, theme: theme.name, grammarState: state, ...limits })
  const colored = {
    html: tokens.map(writeLine).join('\n'),
    next: stateOf(language, core.getLastGrammarState(tokens) as GrammarState),
  }
  if (line.length < longestCached) {
    lines.set(line, colored)
    cachedLines++
  }
  return colored
}

const longestCached = 200

function writeLine(tokens: { content: string; color?: string }[]): string {
  const pieces: { kind: string; text: string }[] = []
  for (const { content, color } of tokens) {
    const kind = kindByColour.get(color?.toLowerCase() ?? '') ?? 'plain'
    const last = pieces.at(-1)
    // White space looks the same in every kind, so it joins the previous piece.
    if (last && (last.kind === kind || content.trim() === '')) last.text += content
    else pieces.push({ kind, text: content })
  }
  return pieces
    .map(({ kind, text }) =>
      kind === 'plain' ? escapeHtml(text) : `<span class="tk-${kind}">${escapeHtml(text)}</span>`,
    )
    .join('')
}
