import { DomUtils, parseDocument } from 'htmlparser2'
import { type Element, isElement } from '../document'
import { importedSheets, type VerticalSelectors, verticalSelectors } from './writing-mode'
import { decodeText, leadsOut, localName, named, parseXml, pathAndLine, resolveHref, textIn } from './xml'
import { EpubError, type EpubZip, type Loss } from './zip'

export interface TocEntry {
  title: string
  /** Empty if the entry is only a title. */
  path: string
  /** Id inside the document; empty for the document as a whole. */
  fragment: string
  children: TocEntry[]
}

export interface EpubPackage {
  title: string
  creator: string
  /** Value of the first `dc:language`. */
  language: string
  verticalSelectors: VerticalSelectors
  /** Documents in reading order. */
  spine: { path: string; mime: string }[]
  toc: TocEntry[]
  coverPath: string | null
  /** For images of unsupported types, the image that the book shows instead. */
  imageFallbacks: ReadonlyMap<string, string>
  losses: Loss[]
}

interface Item {
  path: string
  mime: string
  properties: string[]
  fallback: string | undefined
}

const readable = new Set(['application/xhtml+xml', 'text/html', 'application/x-dtbook+xml', 'image/svg+xml'])
const isPicture = ({ mime }: Item) => /^image\/(png|jpe?g|gif|webp|avif)$/.test(mime)
const isReadable = ({ mime }: Item) => readable.has(mime)

export async function readPackage(zip: EpubZip): Promise<EpubPackage> {
  await refuseEncrypted(zip)
  const losses: Loss[] = []
  const mimetype = (await zip.read('mimetype'))?.toString('latin1') ?? ''
  if (mimetype !== 'application/epub+zip') losses.push({ path: 'mimetype', line: 1, text: '不合规范' })

  const container = await zip.read('META-INF/container.xml')
  if (!container) throw new EpubError('缺少 META-INF/container.xml，不是 EPUB')
  const rootfile = named(parseXml(container, 'META-INF/container.xml'), 'rootfile')[0]
  const opfPath = resolveHref('', rootfile?.attribs['full-path'] ?? '')?.path
  const opf = opfPath ? await zip.read(opfPath) : null
  if (!opfPath || !opf) throw new EpubError('container.xml 没有指向书的目录文件（OPF）')

  const elements = parseXml(opf, opfPath)
  const items = new Map<string, Item>()
  for (const element of named(elements, 'item')) {
    const { attribs } = element
    const { href = '' } = attribs
    if (leadsOut(opfPath, href))
      throw new EpubError(`${href.slice(0, 120)} 指向书的外面`, pathAndLine(opf, opfPath, element))
    const target = resolveHref(opfPath, href)
    if (!attribs.id) continue
    if (!target)
      losses.push({ ...pathAndLine(opf, opfPath, element), text: `书外的资源没有收入：${href.slice(0, 120)}` })
    else
      items.set(attribs.id, {
        path: target.path,
        mime: attribs['media-type'] ?? '',
        properties: (attribs.properties ?? '').split(/\s+/),
        fallback: attribs.fallback,
      })
  }

  const spineElement = named(elements, 'spine')[0]
  const nav = [...items.values()].find(({ properties }) => properties.includes('nav'))
  const ncx =
    items.get(spineElement?.attribs.toc ?? '') ??
    [...items.values()].find(({ mime }) => mime === 'application/x-dtbncx+xml')
  const spine: EpubPackage['spine'] = []
  for (const element of named(elements, 'itemref')) {
    const { idref = '' } = element.attribs
    const item = readableItem(items, idref)
    if (!item || !zip.has(item.path))
      losses.push({ ...pathAndLine(opf, opfPath, element), text: `缺少章节文件：${idref.slice(0, 80)}` })
    // Skips the book's contents page, which our own replaces, and documents that are already in the spine.
    else if (item !== nav && !spine.some(({ path }) => path === item.path))
      spine.push({ path: item.path, mime: item.mime })
  }
  if (spine.length === 0) throw new EpubError('书里没有可以阅读的章节')

  const coverId = named(elements, 'meta').find(({ attribs }) => attribs.name === 'cover')?.attribs.content
  const cover =
    [...items.values()].find(({ properties }) => properties.includes('cover-image')) ?? items.get(coverId ?? '')
  const font = [...items.values()].find(({ path, mime }) => /font/i.test(mime) || /\.(ttf|otf|woff2?)$/i.test(path))
  if (font) losses.push({ path: font.path, line: 0, text: '书自带的字体没有收入' })
  const toc = (nav && (await readNav(zip, nav.path))) || (ncx && (await readNcx(zip, ncx.path, losses))) || []
  return {
    title: textIn(named(elements, 'title')[0]),
    creator: named(elements, 'creator').map(textIn).filter(Boolean).join('、'),
    language: textIn(named(elements, 'language')[0]),
    verticalSelectors: await readStyles(zip, [...items.values()]),
    spine,
    toc,
    coverPath: cover?.mime.startsWith('image/') && zip.has(cover.path) ? cover.path : null,
    imageFallbacks: imageFallbacks(items),
    losses,
  }
}

/** Returns the item, or its first fallback of a supported type. */
function readableItem(items: Map<string, Item>, id: string): Item | undefined {
  const picture = items.get(id)
  // The spine of a comic may contain pictures instead of pages.
  return firstInChain(items, picture, isReadable) ?? (picture && isPicture(picture) ? picture : undefined)
}

/** Follows the fallbacks of an item up to the first that fits. */
function firstInChain(
  items: Map<string, Item>,
  first: Item | undefined,
  fits: (item: Item) => boolean,
): Item | undefined {
  let item = first
  for (let steps = 0; item && !fits(item) && steps < 10; steps++) item = items.get(item.fallback ?? '')
  return item && fits(item) ? item : undefined
}

function imageFallbacks(items: Map<string, Item>): Map<string, string> {
  const isShown = (item: Item) => isPicture(item) || item.mime === 'image/svg+xml'
  return new Map(
    [...items.values()].flatMap((item) => {
      const shown = isShown(item) ? undefined : firstInChain(items, item, isShown)
      return shown ? [[item.path, shown.path]] : []
    }),
  )
}

const maxStyles = 1024 * 1024

/** Reads which selectors set vertical writing; other styles are not used. */
async function readStyles(zip: EpubZip, items: Item[]): Promise<VerticalSelectors> {
  const sheets: VerticalSelectors = {}
  const imports = new Map<string, string[]>()
  for (const { path } of items.filter(({ mime }) => mime === 'text/css')) {
    const bytes = await zip.read(path)
    if (!bytes || bytes.length > maxStyles) continue
    const css = decodeText(bytes)
    sheets[path] = verticalSelectors(css)
    imports.set(path, importedSheets(css, path))
  }
  for (const [path, targets] of imports)
    sheets[path] = [...sheets[path]!, ...targets.flatMap((target) => sheets[target] ?? [])]
  return sheets
}

const fontObfuscation = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'])

/**
 * Rejects DRM. Obfuscated fonts are ignored, because they are not used; any other encryption means a protected book.
 */
async function refuseEncrypted(zip: EpubZip): Promise<void> {
  const encryption = await zip.read('META-INF/encryption.xml')
  if (!encryption) return
  const elements = parseXml(encryption, 'META-INF/encryption.xml')
  const methods = named(elements, 'encrypteddata').map(
    (data) =>
      named(
        DomUtils.findAll(() => true, data.children),
        'encryptionmethod',
      )[0]?.attribs.Algorithm ?? '',
  )
  if (methods.some((method) => !fontObfuscation.has(method)))
    throw new EpubError('这本书有数字版权保护（DRM）或加密，不能导入；请向出版方索取未加密的版本')
}

async function readNav(zip: EpubZip, path: string): Promise<TocEntry[] | null> {
  const bytes = await zip.read(path)
  if (!bytes) return null
  const document = parseDocument(decodeText(bytes), { recognizeSelfClosing: true })
  const navs = DomUtils.findAll((element) => localName(element) === 'nav', document.children)
  const nav = navs.find(({ attribs }) => (attribs['epub:type'] ?? '').split(/\s+/).includes('toc')) ?? navs[0]
  const list = nav && DomUtils.findOne((element) => element.name === 'ol', nav.children)
  return list ? readList(list, path) : null
}

function readList(list: Element, path: string): TocEntry[] {
  return list.children.filter(isElement).flatMap((item) => {
    if (item.name !== 'li') return []
    const elements = item.children.filter(isElement)
    const label = elements.find(({ name }) => name === 'a' || name === 'span')
    const below = elements.find(({ name }) => name === 'ol')
    const target = label?.attribs.href ? resolveHref(path, label.attribs.href) : null
    return [
      {
        title: textIn(label),
        path: target?.path ?? '',
        fragment: target?.fragment ?? '',
        children: below ? readList(below, path) : [],
      },
    ]
  })
}

async function readNcx(zip: EpubZip, path: string, losses: Loss[]): Promise<TocEntry[]> {
  const bytes = await zip.read(path)
  const map = bytes && named(parseXml(bytes, path), 'navmap')[0]
  if (!map) losses.push({ path, line: 0, text: '目录文件（NCX）读不出来，章节标题取自正文' })
  return map ? readPoints(map, path) : []
}

function readPoints(parent: Element, path: string): TocEntry[] {
  return parent.children
    .filter(isElement)
    .filter((element) => localName(element) === 'navpoint')
    .map((point) => {
      const elements = point.children.filter(isElement)
      const source = elements.find((element) => localName(element) === 'content')?.attribs.src
      const target = source ? resolveHref(path, source) : null
      return {
        title: textIn(elements.find((element) => localName(element) === 'navlabel')),
        path: target?.path ?? '',
        fragment: target?.fragment ?? '',
        children: readPoints(point, path),
      }
    })
}
